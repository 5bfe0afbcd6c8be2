"""A sensor board that loses its clock. Held out."""

from tests.benchmarks.proof.scenario import Scenario

SCENARIO = Scenario(
    name="firmware",
    openings=(
        "The outdoor sensors come back from the winter with wrong clocks. I suspect the sleep code. Let us go through it.",
        "One in ten boards forgets the time when its battery gets cold. Find out what the firmware can do about it.",
    ),
    folders=("fw/drivers/rtc", "fw/power", "fw/radio/mac", "hw/bringup", "tools/flasher"),
    words=("rtc", "sleep", "brownout", "watchdog", "radio", "beacon", "flash", "crystal", "adc", "bootrom"),
    ending="c",
    tools=(("read_source", "file"), ("make", "target"), ("serial", "cmd"), ("objdump", "symbol")),
    requests=(
        "The {word} too?",
        "Let the board run for a while and tell me.",
        "What is {path} good for?",
        "Next.",
        "I have a scope here, shall I probe the {word}?",
        "Sounds plausible.",
    ),
    steps=(
        "Going through {path} line by line.",
        "Flashing a build with traces in the {word}.",
        "Waiting for {n} wake-ups.",
        "The {word} registers come next.",
        "Disassembling the {word} handler to be sure.",
    ),
    outputs=(
        "text data bss dec\n{n} {n} {n} {n} {word}.elf\nmemory usage {n} of 65536",
        "> {word} stat\nwakeups {n}\nuptime {n}\nlast reset: pin",
        "static void {word}_init(void)\n{{\n    reg_set({word}_CTRL, BIT(3));\n    while (!({word}_STAT & READY)) {{ }}\n}}",
        "{path}:{n}: {word}_poll();\n{path}:{n}: {word}_irq_enable();",
        "flash ok, verify ok",
    ),
    endings=(
        "{word}: as in the manual.",
        "Nothing in {path} depends on temperature.",
        "The trace build behaves like the release.",
        "I would leave the {word} alone.",
    ),
    asides=(
        ("Is it true that the first bug was a moth?", "There was one in a logbook, but the word is older."),
        ("It is snowing here, ideal test weather.", "Put one outside then!"),
        ("My soldering iron died.", "May it rest in flux."),
    ),
    says={
        "path": (
            ("user", "The schematic is under {v}, page two."),
            ("end", "I wrote the workaround down in {v}."),
            ("step", "There is a second copy of this driver, {v}, and it is the one that gets linked."),
            ("result", "CC {v}"),
        ),
        "location": (
            ("end", "So the write is lost at {v}: the clock domain is not up yet."),
            ("result", "HardFault, pc in {v}"),
            ("step", "{v} waits without a limit."),
            ("user", "In the review last year we stumbled over {v}."),
        ),
        "error": (
            ("result", "{v}"),
            ("step", "On the serial line I get `{v}` after each cold start."),
            ("user", "The field team noted: {v}"),
        ),
        "setting": (
            ("result", "#define {k} {v}"),
            ("end", "{k} is {v} in the release build."),
            ("user", "The data sheet asks for {v} ({k})."),
            ("step", "Built with {k} at {v}."),
        ),
        "identifier": (
            ("user", "The board on my desk is {v}, that is the {k}."),
            ("end", "This became {v} in the tracker ({k})."),
            ("step", "{k}: {v}."),
        ),
        "number": (
            ("step", "That costs {v} {k}."),
            ("user", "We shipped {v} {k}."),
            ("end", "{v} {k} after one night in the cold."),
            ("result", "{k} {v}"),
        ),
    },
    errors=(
        "RTC: backup domain reset, epoch lost (code {n})",
        "wdt: {word} task starved for {big} ticks",
        "E{n}: crystal not stable",
        "radio: beacon {big} missed, resync",
    ),
    settings=(
        ("LSE_DRIVE", ("medium-high", "low-boost")),
        ("WAKE_PERIOD_S", ("1260", "840")),
        ("BOR_LEVEL", ("2V4", "1V9")),
        ("BEACON_SLOTS", ("37", "53")),
        ("WDT_MS", ("6100", "8700")),
        ("TX_POWER_DBM", ("13", "17")),
    ),
    identifiers=(
        ("serial number", "SN{n}-{word}"),
        ("errata entry", "ES{n}"),
        ("tracker item", "FW-{n}"),
        ("build", "rel_{word}_{n}"),
    ),
    numbers=(
        ("microamperes asleep", "{dec}"),
        ("boards of the second batch", "{big}"),
        ("seconds of drift", "{mid}"),
        ("wake-ups without a beacon", "{mid}"),
        ("percent of boards affected", "{pct}"),
    ),
    corrections=(
        (("user", "I would start from {k} {old}."), ("user", "The scope says otherwise: {k} {v}.")),
        (("end", "{k} came out as {old}."), ("end", "Measured once more with a warm probe, {k} is {v}.")),
        (
            ("step", "{k} being {old}, the period fits."),
            ("user", "{k} was changed by production to {v}, sorry for not telling you."),
        ),
    ),
    rules=(
        (
            ("user", "Nothing may draw more current asleep than the release does today."),
            ("more current asleep", "sleep current", "current draw in sleep"),
        ),
        (
            ("user", "Boards in the field cannot be updated by cable, so the bootloader is taboo."),
            ("bootloader is taboo", "not touch the bootloader", "bootloader must not"),
        ),
        (("user", "MISRA or not, no recursion in my code."), ("no recursion",)),
        (
            ("user", "Tell me before you flash anything, the boards are shared with the radio people."),
            ("before you flash anything", "before flashing"),
        ),
        (
            ("user", "Numbers from a simulation do not convince me; measure."),
            ("simulation do not convince", "measure rather than simulate", "measurements, not simulation"),
        ),
    ),
    decisions=(
        (("end", "We wait for the crystal after each cold start, however long it takes."), ("wait for the crystal",)),
        (
            ("user", "Alright, time comes from the beacon and the local clock is only a bridge."),
            ("only a bridge", "time comes from the beacon", "beacon is the time source"),
        ),
        (
            ("user", "The internal oscillator is off the table."),
            (
                "internal oscillator is off the table",
                "not use the internal oscillator",
                "internal oscillator ruled out",
            ),
        ),
        (
            ("end", "Then the epoch is kept twice, in backup registers and in flash."),
            ("epoch is kept twice", "store the epoch twice", "epoch in both"),
        ),
        (
            ("user", "Second batch gets the resistor, the first one lives with the workaround."),
            ("Second batch gets the resistor", "resistor for the second batch"),
        ),
    ),
)
