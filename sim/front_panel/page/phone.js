// A phone as the pad of one seat: its panel as large as fits, and eight buttons for two thumbs.

import { Stamper, measureTick } from "./clock.js";
import { listenToKeys } from "./pads.js";
import { Seat } from "./seat.js";
import { Speaker } from "./sound.js";
import { Wire } from "./wire.js";
import { fill } from "./words.js";

// Lengths of buzz and pause in ms: what a press feels like, and being called to the table.
const PRESSED = 12;
const CALLED = [60, 60, 60];
const CALLS = ["start", "turn", "stuck"];

const find = (id) => document.getElementById(id);

const speaker = new Speaker();
const stamper = new Stamper(measureTick());
let seat = null;
let told = null;

function touched() {
  buzz(PRESSED);
  speaker.wake();
  stayAwake();
}

function buzz(lengths) {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(lengths);
}

const table = {
  welcome([pad]) {
    if (!seat) {
      seat = new Seat(pad.seat, 0, stamper, (...edge) => wire.edge(...edge), touched);
      document.querySelector("main").replaceChildren(seat.element);
      fit();
    }
    seat.pad.begin(pad.pad);
    return [seat.pad];
  },
  frame(_, bytes) {
    seat.panel.draw(bytes);
  },
  light(contrast) {
    seat.panel.light(contrast);
  },
  state(state) {
    told = state;
    speaker.setVolume(state.volume ?? 4);
    if (state.texts) write();
  },
  sound(tone) {
    document.body.dataset.sound = tone;
    speaker.sound(tone, 0);
    if (CALLS.includes(tone)) buzz(CALLED);
  },
  lost(reason) {
    const { closed, waiting } = told?.texts ?? { closed: "{reason}", waiting: "…" };
    leaveTable(reason ? fill(closed, { reason }) : waiting);
  },
  takenOver() {
    leaveTable(told?.texts?.elsewhere ?? "…");
    find("taken").showModal();
  },
};

// Without a line the match pauses, so no card may be studied here.
function leaveTable(words) {
  seat?.pad.begin("");
  seat?.panel.clear();
  find("line").className = "off";
  document.body.className = "off";
  find("status").textContent = words;
  writeOnGlass(words);
}

// Where everybody looks; a dark panel would say nothing, and buttons do nothing.
function writeOnGlass(words) {
  const place = document.querySelector(".lost");
  if (place) place.textContent = words;
}

function write() {
  const { lang, names, score = [], status, texts } = told;
  document.documentElement.lang = lang;
  seat.tell(told);
  const name = names[seat.seat] ?? fill(texts.seat, { number: seat.seat + 1 });
  document.title = `Spytt: ${name}`;
  find("taken").close();
  find("line").className = "on";
  document.body.className = "";
  writeOnGlass("");
  find("line").title = fill(texts.connected, { us: stamper.tickUs });
  find("name").textContent = name;
  find("score").textContent = score.join(" – ");
  find("score").setAttribute("aria-label", texts.score);
  find("status").textContent = status ?? "";
  find("awake").textContent = texts.keep_awake;
  document.querySelector("#taken p").textContent = texts.taken_seat;
  find("back").textContent = texts.back;
  find("full").setAttribute("aria-label", texts.full_screen);
  showMute();
}

function showMute() {
  const { isMuted } = speaker;
  find("mute").setAttribute("aria-label", isMuted ? told.texts.sound_off : told.texts.sound_on);
  find("mute").setAttribute("aria-pressed", String(isMuted));
}

// A browser lets a page keep the screen on only where its address is secure; else the user has to.
let lock = null;
async function stayAwake() {
  if (lock && !lock.released) return;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  find("awake").hidden = Boolean(lock);
}

function come() {
  stayAwake();
  wire.comeBack();
}

const wire = new Wire(stamper, table);
listenToKeys(() => wire.pads, touched);
stayAwake();

// A phone that sleeps, or shows something else, leaves its seat at once: the others need not wait
// until it is missed.
document.addEventListener("visibilitychange", () => (document.hidden ? wire.leave() : come()));
addEventListener("pagehide", () => wire.leave());
addEventListener("pageshow", (event) => event.persisted && come());

find("back").addEventListener("click", () => wire.connect(false));
find("mute").addEventListener("click", () => {
  if (!told) return;
  speaker.mute(!speaker.isMuted);
  speaker.wake();
  showMute();
});
find("full").hidden = !document.fullscreenEnabled;
find("full").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});

// No pinch, no double tap, no menu of a long press: fingers here are on buttons.
for (const kind of ["gesturestart", "dblclick", "contextmenu", "selectstart"]) {
  document.addEventListener(kind, (event) => event.preventDefault());
}
document.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });

// The panel as large as leaves room for buttons: three rows below it, or one and those at its sides
// where the phone lies on its side. A dot is a whole number of the screen's own pixels, but where
// these are so fine that nobody sees that one dot is a pixel wider than another.
const FINE = 2.5;
function fit() {
  const [main, glass] = ["main", ".glass"].map((place) => document.querySelector(place));
  if (!glass) return;
  const isOnSide = matchMedia("(orientation: landscape)").matches;
  const across = main.clientWidth - (isOnSide ? 2 * 72 : 0);
  const down = isOnSide ? glass.clientHeight : main.clientHeight - 3 * 64;
  const pixels = devicePixelRatio || 1;
  const step = (pixels < FINE ? 1 : 1 / 128) / pixels;
  const dot = Math.max(step, Math.floor(Math.min(across / 128, down / 64) / step + 0.01) * step);
  document.documentElement.style.setProperty("--dot", `${dot}px`);
}
addEventListener("resize", fit);
