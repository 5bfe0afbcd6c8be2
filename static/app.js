// Keys, place and progress. The pages work without it.
(() => {
  "use strict";

  const focus = (element) => {
    if (!element) return false;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    return true;
  };
  const press = (element) => {
    element?.click();
    return Boolean(element);
  };
  const follow = (selector) => press(document.querySelector(selector));
  // What belongs to the message that holds the focus.
  const around = (selector) => document.activeElement.closest(".msg")?.querySelector(selector);
  const say = (words) => {
    const notice = Object.assign(document.createElement("div"), { className: "notice", textContent: words });
    document.getElementById("notices").replaceChildren(notice);
  };

  // ---- place: deep links get focus; a bare fragment typed by hand is asked from the server
  const arrive = () => {
    const place = decodeURIComponent(location.hash.slice(1));
    if (!place) return focus(document.querySelector("mark.now[id]"));
    const target = document.getElementById(place);
    if (target) {
      if (!target.hasAttribute("tabindex") && target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      target.scrollIntoView({ block: "start" });
      return;
    }
    const position = /^m-(\d+)(?:\.\d+)?$/.exec(place);
    const page = document.querySelector("[data-positions]");
    const url = new URL(location.href);
    if (position && page && url.searchParams.get("at") !== position[1]) {
      url.searchParams.set("at", position[1]);
      location.replace(url);
    }
  };

  // ---- rows, violations and changes: j, k, n and p move real focus
  const ROWS = ".msgs > .msg, .fated > .msg, tbody .lead-line a:not([data-preview])";
  const move = (selector, step) => {
    const found = document.querySelectorAll(`main ${selector.split(", ").join(", main ")}`);
    const all = [...found].filter((item) => item.checkVisibility());
    const here = all.findIndex((item) => item === document.activeElement || item.contains(document.activeElement));
    if (here >= 0) return focus(all[here + step]);
    const after = all.findIndex(
      (item) => document.activeElement.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const fresh = document.activeElement === document.body || document.activeElement.id === "content";
    if (fresh || after < 0) return focus(step > 0 ? all[0] : all.at(-1));
    return focus(all[step > 0 ? after : after - 1]);
  };

  // Changes come round again, and say so; which one it is, is said as well.
  const place = (step, onward) => {
    if (!document.querySelector("main .change")) return move(".violation", step) || follow(onward);
    if (!move(".change", step)) {
      document.activeElement.blur();
      if (!move(".change", step)) return false;
      say(step > 0 ? "That was the last change. This is the first." : "That was the first change. This is the last.");
    }
    document.getElementById("told").textContent = document.activeElement.querySelector(".nth").firstChild.data;
    return true;
  };

  // ---- ticked rows: x ticks one, X all up to it
  const BOXES = "tbody .pickcell input";
  const boxOf = (element) => element.closest("tr")?.querySelector(".pickcell input");
  let ticked = null;
  const count = () => {
    const here = document.querySelector("[data-picked]");
    if (here) here.textContent = `${document.querySelectorAll(`${BOXES}:checked`).length} selected`;
  };

  // ---- steps on a case: a form opens, its likely reason chosen and focused; nothing is decided by a single key
  const FIELDS = "input:checked, select, textarea, input:not([type=hidden])";
  const stepOf = (name) => {
    const all = [...document.querySelectorAll(`[data-step="${name}"]`)].filter((item) => item.checkVisibility());
    const near = document.activeElement.closest(".msg, .section");
    return all.find((item) => item.closest("#preview, [data-on-words]")) ?? all.find((item) => near?.contains(item)) ?? all[0];
  };
  const takeStep = (name) => {
    const item = stepOf(name);
    if (!item || item.disabled) return false;
    if (item.matches("textarea, input, select")) return focus(item);
    const box = boxOf(document.activeElement);
    if (item.closest(".bulk") && box && !document.querySelector(`${BOXES}:checked`)) box.checked = true;
    if (!item.matches("details[open] > summary")) item.click();
    if (item.matches("summary")) focus(item.parentElement.querySelector(FIELDS));
    return true;
  };

  // ---- the preview beside a list follows the focus while it is open
  const previewOf = () => document.activeElement.closest("tr")?.querySelector("[data-preview]");
  const preview = () => {
    const link = previewOf();
    if (!link?.checkVisibility()) return false;
    document.querySelector("tr.at")?.classList.remove("at");
    link.closest("tr").classList.add("at");
    return press(link);
  };
  const follows = (moved) => {
    if (moved && document.querySelector("#preview > *")) preview();
    return moved;
  };

  const handlers = {
    next: () => follows(move(ROWS, 1)),
    previous: () => follows(move(ROWS, -1)),
    nextViolation: () => place(1, "[data-next-violation]"),
    previousViolation: () => place(-1, "[data-previous-violation]"),
    layout: () => {
      const link = document.querySelector("[data-next-layout]");
      if (link) link.hash = document.activeElement.closest(".change, .section")?.id ?? "";
      return press(link);
    },
    marks: () => follow("[data-marks]"),
    open: (row, key) => {
      const here = document.activeElement;
      if (here.matches("a[href], summary")) return key === "o" && press(here); // Enter opens them by itself
      if (here.matches("button, input, select, textarea")) return false;
      return press(here.closest(".msg")?.querySelector("[data-open]"));
    },
    select: () => {
      const box = boxOf(document.activeElement);
      ticked = box ?? ticked;
      return press(box);
    },
    selectRange: () => {
      const here = boxOf(document.activeElement);
      if (!here) return false;
      const all = [...document.querySelectorAll(BOXES)];
      const [first, last] = [all.indexOf(ticked ?? here), all.indexOf(here)].sort((a, b) => a - b);
      for (const box of all.slice(Math.max(first, 0), last + 1)) box.checked = true;
      ticked = here;
      count();
      return true;
    },
    preview: () => preview(),
    step: (row) => takeStep(row.dataset.name),
    send: () => {
      const form = document.activeElement.closest("form[method=post]");
      form?.requestSubmit();
      return Boolean(form);
    },
    toggle: () => press(around("[data-open]")),
    toggleAll: () => follow("[data-toggle-all]"),
    previousPage: () => follow("[data-previous-page]"),
    nextPage: () => follow("[data-next-page]"),
    raw: () => {
      const alone = around("[data-alone]");
      if (alone) location.assign(`${alone.href}?view=raw`);
      return Boolean(alone) || follow("[data-raw]");
    },
    copyLink: () => {
      const place = document.activeElement.closest(".violation, .change, .block[id], .msg, .section, .thread > li");
      const row = document.activeElement.closest("tr")?.querySelector(".lead-line a");
      const url = new URL((around(".pos") ?? row ?? location).href);
      if (place) url.hash = place.id;
      const refused = () => say("The browser did not let the link be copied.");
      navigator.clipboard?.writeText(url.href).then(() => say("Link copied."), refused);
      return true;
    },
    up: () => follow("[data-up]"),
    search: () => focus(document.getElementById("find") ?? document.getElementById("q")),
    sheet: () => {
      const sheet = document.getElementById("keys");
      sheet.togglePopover();
      return focus(sheet.querySelector("h2"));
    },
    close: () => {
      const menu = document.querySelector("details[name=menu][open]");
      if (menu) {
        menu.open = false;
        return focus(menu.querySelector("summary"));
      }
      return Boolean(document.querySelector("#preview > *")) && follow("[data-close-preview]");
    },
    go: (row) => location.assign(row.dataset.href) ?? true,
  };

  // ---- the sheet is the table of keys
  const table = new Map();
  const readTable = () => {
    for (const row of document.querySelectorAll("#keys [data-presses]")) {
      for (const press of row.dataset.presses.split("|")) table.set(press, row);
    }
  };
  let first = "";
  const pressed = (event) => {
    const busy = event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      const row = event.key === "Enter" && table.get("Ctrl+Enter");
      if (row && handlers[row.dataset.does](row)) event.preventDefault();
      return;
    }
    const space = event.key === " ";
    if (space && event.target.closest("button, summary, input")) return;
    if (busy) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const sheet = document.getElementById("keys");
    const single = event.key !== "Escape";
    if (single && document.body.dataset.shortcuts === "off") return;
    if (sheet?.matches(":popover-open") && event.key !== "?") return;
    const name = space ? "Space" : event.key;
    const press = first ? `${first} ${name}` : name;
    const row = table.get(press);
    first = !first && event.key === "g" ? "g" : "";
    if (row && handlers[row.dataset.does](row, event.key)) event.preventDefault();
  };

  // ---- pairs: what is pointed at or focused outlines its other half, or the folded message that holds it
  let holder = null;
  const outlineHalves = (event) => {
    const now = event.target.closest?.("[data-halves]") ?? document.activeElement.closest("[data-halves]");
    if (now === holder) return;
    holder = now;
    for (const half of document.querySelectorAll(".half-here")) half.classList.remove("half-here");
    for (const place of now?.dataset.halves.split(" ") ?? []) {
      const half = document.getElementById(place) ?? document.getElementById(place.split(".")[0]);
      half?.classList.add("half-here");
    }
  };

  // ---- progress: one timer a page, slower with time, silent while hidden
  const started = Date.now();
  const pace = () => {
    if (document.querySelector("[data-poll=slow]")) return 30_000;
    const passed = Date.now() - started;
    return passed < 10_000 ? 1_000 : passed < 60_000 ? 2_000 : 5_000;
  };
  const tick = () => {
    if (!document.hidden) document.querySelector("[data-poll]")?.dispatchEvent(new Event("tick"));
    setTimeout(tick, pace());
  };

  // ---- small things
  const clicked = async (event) => {
    const button = event.target.closest("[data-dismiss], [data-copy], [data-close-preview]");
    if (!button) return;
    if (button.hasAttribute("data-close-preview")) {
      event.preventDefault();
      const row = document.querySelector("tr.at .lead-line a");
      document.getElementById("preview").replaceChildren();
      document.querySelector("tr.at")?.classList.remove("at");
      focus(row);
      return;
    }
    if (button.hasAttribute("data-dismiss")) return button.closest(".notice, .alert").remove();
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.querySelector(".vh").textContent = "Copied";
    button.title = "Copied";
  };
  const dropZone = (zone) => {
    const input = zone.querySelector("input[type=file]");
    zone.addEventListener("dragover", (event) => event.preventDefault());
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) input.files = event.dataTransfer.files;
    });
  };

  // A row that was opened or folded in place takes the focus that its old self held.
  const arrived = (event) => {
    const row = event.detail.elt;
    if (row.matches?.(".msgs") && document.activeElement === document.body) focus(row.querySelector(".msg.at"));
    if (document.activeElement === document.body && row.matches?.(".msg")) row.focus({ preventScroll: true });
    count();
  };

  // A session that ended answers with the sign-in page: show it as a page, not inside this one.
  const signedOut = (event) => {
    if (new URL(event.detail.xhr.responseURL || location.href).pathname !== "/login") return;
    event.detail.shouldSwap = false;
    location.reload();
  };

  document.addEventListener("keydown", pressed);
  document.addEventListener("focusin", outlineHalves);
  document.addEventListener("mouseover", outlineHalves);
  document.addEventListener("htmx:beforeSwap", signedOut);
  document.addEventListener("htmx:load", arrived);
  document.addEventListener("click", clicked);
  document.addEventListener("change", count);
  window.addEventListener("hashchange", arrive);
  document.addEventListener("DOMContentLoaded", () => {
    readTable();
    arrive();
    document.querySelectorAll(".drop").forEach(dropZone);
    if (document.querySelector("[data-poll]")) setTimeout(tick, pace());
  });
})();
