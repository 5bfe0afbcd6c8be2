// Reviewing: an undo that does not linger, previews fetched ahead, comments on chosen words. The pages work without it.
(() => {
  "use strict";

  // ---- the undo of a notice goes after ten seconds, but not from under a hand; the history of the case keeps it
  const LINGERS = 10_000;
  const expire = (form) => {
    if (form.closest(".notice")?.matches(":hover, :focus-within")) setTimeout(expire, 1_000, form);
    else form.remove();
  };

  // ---- previews of the next two rows: held in the memory of this page alone, and not for long
  const AHEAD = 2;
  const FRESH = 60_000;
  const held = new Map();
  const idle = (work) => (window.requestIdleCallback ? requestIdleCallback(work) : setTimeout(work, 300));
  const isFresh = (address) => Date.now() - (held.get(address)?.at ?? 0) < FRESH;
  const fetchAhead = async (address) => {
    if (isFresh(address)) return;
    held.set(address, { at: Date.now(), markup: "" });
    const headers = { "HX-Request": "true", "HX-Target": "preview" };
    const answer = await fetch(address, { headers, cache: "no-store", redirect: "error" }).catch(() => null);
    if (answer?.ok) held.set(address, { at: Date.now(), markup: await answer.text() });
    else held.delete(address);
  };
  const lookAhead = (link) => {
    if (navigator.connection?.saveData) return;
    const all = [...document.querySelectorAll("[data-preview]")];
    const next = all.slice(all.indexOf(link) + 1).slice(0, AHEAD);
    idle(() => next.forEach((one) => fetchAhead(one.getAttribute("hx-get"))));
  };
  const asked = (event) => {
    const link = event.detail.elt;
    if (!link.matches("[data-preview]")) return;
    lookAhead(link);
    const address = link.getAttribute("hx-get");
    const markup = isFresh(address) && held.get(address).markup;
    held.delete(address);
    if (!markup) return;
    event.preventDefault();
    htmx.swap("#preview", markup, { swapStyle: "innerHTML", swapDelay: 0, settleDelay: 0 });
  };

  // ---- a comment on chosen words: the address says where they stand, never what they are
  let offer = null;
  const GAP = 6;
  const elementOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement);
  // Characters of the text up to a point in it: tokens count as what they stand for, lines of their own as line feeds.
  const charactersTo = (text, node, offset) => {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(node, offset);
    const piece = range.cloneContents();
    for (const beside of piece.querySelectorAll(".from, .c")) beside.remove();
    for (const token of piece.querySelectorAll(".ctl")) token.replaceWith("-".repeat(token.dataset.raw ?? 1));
    const lines = piece.querySelectorAll(".l").length;
    const all = text.querySelectorAll(".l").length;
    const feeds = node === text ? Math.min(lines, all - 1) : lines - 1;
    return [...piece.textContent].length + Math.max(0, feeds);
  };
  const spanOf = (range, place) => {
    const text = elementOf(range.startContainer).closest("[data-from]");
    if (!text || !place.contains(text)) return null;
    const [end, offset] = text.contains(range.endContainer)
      ? [range.endContainer, range.endOffset]
      : [text, text.childNodes.length];
    const first = Number(text.dataset.from);
    const start = first + charactersTo(text, range.startContainer, range.startOffset);
    const stop = first + charactersTo(text, end, offset);
    return start < stop ? { start, stop } : null;
  };
  const wayTo = (range, place) => {
    const span = spanOf(range, place);
    const whole = place.dataset.place.startsWith("section") ? "section" : "block";
    const spot = span ? `on=words&${place.dataset.place}&start=${span.start}&end=${span.stop}` : `on=${whole}&${place.dataset.place}`;
    offer.href = `${offer.dataset.onWords}&${spot}#comment`;
    offer.querySelector("span").textContent = span ? "Comment on these words" : `Comment on this ${whole}`;
  };
  const stand = (range) => {
    const box = range.getBoundingClientRect();
    const within = (place, size, room) => `${Math.max(GAP, Math.min(place, room - size - GAP))}px`;
    const below = box.bottom + GAP + offer.offsetHeight < innerHeight;
    const top = below ? box.bottom + GAP : box.top - GAP - offer.offsetHeight;
    offer.style.top = within(top, offer.offsetHeight, innerHeight);
    offer.style.left = within(box.left, offer.offsetWidth, innerWidth);
  };
  const chosen = () => {
    const selection = getSelection();
    const range = selection.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0) : null;
    const place = range && elementOf(range.startContainer).closest('[data-place]:not([data-place^="position=system"])');
    return place && selection.toString().trim() ? { range, place } : null;
  };
  const choose = () => {
    if (offer.contains(document.activeElement)) return;
    const found = chosen();
    offer.hidden = !found;
    if (!found) return;
    if (offer.parentElement !== found.place) found.place.append(offer); // behind the words in the order of Tab
    wayTo(found.range, found.place);
    stand(found.range);
  };
  const follow = () => {
    const found = offer.hidden ? null : chosen();
    if (found) stand(found.range);
  };
  const offerWords = () => {
    let soon = 0;
    document.addEventListener("selectionchange", () => {
      clearTimeout(soon);
      soon = setTimeout(choose, 100);
    });
    offer.addEventListener("pointerdown", (event) => event.preventDefault()); // the words stay chosen
    offer.addEventListener("blur", choose);
    addEventListener("scroll", follow, { passive: true, capture: true });
    addEventListener("resize", follow);
  };

  // ---- the whole of a message, byte for byte as its download, into the clipboard
  const copyWhole = async (event) => {
    const button = event.target.closest("[data-copy-from]");
    if (!button) return;
    const whole = async () => (await fetch(button.dataset.copyFrom, { cache: "no-store", redirect: "error" })).text();
    const done = await whole().then((text) => navigator.clipboard.writeText(text)).then(() => "Copied", () => "Not copied");
    button.title = done;
    button.querySelector("span").textContent = done;
  };

  document.addEventListener("click", copyWhole);
  document.addEventListener("htmx:beforeRequest", asked);
  document.addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("[data-undo]")) setTimeout(expire, LINGERS, form);
    offer = document.querySelector("[data-on-words]");
    if (offer) offerWords();
  });
})();
