// The front panel: joins pads, panels, sounds and the line to the console.

import { Stamper, measureTick } from "./clock.js";
import { KEYS, Pad, keyLabels, listenToKeys, listenToTouches } from "./pads.js";
import { Panel } from "./panel.js";
import { Speaker } from "./sound.js";
import { Wire } from "./wire.js";

const consoles = [...document.querySelectorAll(".console")];
const panels = consoles.map((element) => new Panel(element.querySelector("canvas")));
const speaker = new Speaker();
const stamper = new Stamper(measureTick());
const pads = consoles.map(
  (element, seat) =>
    new Pad("", seat, stamper, (pad, button, level, us) => wire.edge(pad, button, level, us), element),
);

const find = (id) => document.getElementById(id);

function showLine(words, kind) {
  find("line").textContent = words;
  find("line").title = words;
  find("line").className = kind;
}

// Without a line the match pauses, so no card may be studied here.
function leaveTable(words) {
  pads.forEach((pad) => pad.begin(""));
  panels.forEach((panel) => panel.clear());
  showLine(words, "off");
}

const table = {
  welcome(seats) {
    consoles.forEach((element) => element.classList.add("away"));
    return seats.map(({ pad, seat }) => {
      consoles[seat].classList.remove("away");
      pads[seat].begin(pad);
      return pads[seat];
    });
  },
  frame(seat, bytes) {
    panels[seat].draw(bytes);
  },
  state({ names, score, status }) {
    if (names) consoles.forEach((element, seat) => (element.querySelector("h2").textContent = names[seat]));
    if (score) find("score").textContent = score.join(" – ");
    if (status !== undefined) find("status").textContent = status;
  },
  sound(tone, seat) {
    document.body.dataset.sound = tone;
    speaker.sound(tone, seat);
  },
  connected() {
    find("taken").close();
    showLine(`connected, clock ${stamper.tickUs} µs`, "on");
  },
  lost(reason) {
    leaveTable(reason ? `closed: ${reason}` : "waiting for the console");
  },
  takenOver() {
    leaveTable("played on another page");
    find("taken").showModal();
  },
};

const wire = new Wire(stamper, table);
const wake = () => speaker.wake();

listenToKeys(() => wire.pads, wake);
pads.forEach((pad) => listenToTouches(pad, wake));
find("back").addEventListener("click", () => wire.connect());

function showMute() {
  find("mute").textContent = speaker.isMuted ? "sound off" : "sound on";
  find("mute").setAttribute("aria-pressed", String(speaker.isMuted));
}
find("mute").addEventListener("click", () => {
  speaker.mute(!speaker.isMuted);
  wake();
  showMute();
});
showMute();

keyLabels().then((label) => {
  pads.forEach((pad, seat) => {
    KEYS[seat].forEach((code) => {
      pad.faces.get(pad.keys.get(code)).querySelector("kbd").textContent = label(code);
    });
  });
});

// Panels at the largest whole number of the screen's own pixels that leaves room for the rest.
function fit() {
  const dots = devicePixelRatio || 1;
  const isWide = matchMedia("(min-width: 700px) and (orientation: landscape)").matches;
  const across = isWide ? (innerWidth - 132) / 2 : innerWidth - 44;
  const down = isWide ? innerHeight - 440 : (innerHeight - 150) / 2 - 190;
  const size = Math.min(across / 128, Math.max(down / 64, 1.9));
  const scale = Math.max(1, Math.floor(Math.min(size, 5) * dots)) / dots;
  document.documentElement.style.setProperty("--dot", `${scale}px`);
}
addEventListener("resize", fit);
fit();
