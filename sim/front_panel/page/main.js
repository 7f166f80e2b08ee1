// The front panel: joins seats, sounds, words and the line to the console.

import { Stamper, measureTick } from "./clock.js";
import { keyLabels, listenToKeys } from "./pads.js";
import { Seat } from "./seat.js";
import { Speaker } from "./sound.js";
import { Wire } from "./wire.js";
import { fill, plain, stressed } from "./words.js";

const find = (id) => document.getElementById(id);
const within = (place, selector) => document.querySelector(`${place} ${selector}`);

const speaker = new Speaker();
const stamper = new Stamper(measureTick());
const wake = () => speaker.wake();
let seats = [];
let label = null;
// What the console said last: nothing can be written before it has said in which language.
let told = null;

// The cases are built once it is known whose they are; a page that returns keeps its own.
function build(pads) {
  if (seats.map(({ seat }) => seat).join() === pads.map(({ seat }) => seat).join()) return;
  const report = (...edge) => wire.edge(...edge);
  seats = pads.map(({ seat }, place) => new Seat(seat, place, stamper, report, wake));
  document.querySelector("main").replaceChildren(...seats.map(({ element }) => element));
  if (label) seats.forEach((seat) => seat.print(label));
  fit();
}

const seatOf = (number) => seats.find(({ seat }) => seat === number);

// Without a line the match pauses, so no card may be studied here.
function leaveTable(words) {
  seats.forEach(({ pad, panel }) => {
    pad.begin("");
    panel.clear();
  });
  showLine(words, "off");
}

function showLine(words, kind) {
  find("line").textContent = words;
  find("line").title = words;
  find("line").className = kind;
}

const table = {
  welcome(pads) {
    build(pads);
    return seats.map(({ pad }, place) => {
      pad.begin(pads[place].pad);
      return pad;
    });
  },
  frame(seat, bytes) {
    seatOf(seat).panel.draw(bytes);
  },
  light(contrast, seat) {
    seatOf(seat).panel.light(contrast);
  },
  state(state) {
    told = state;
    speaker.setVolume(state.volume ?? 4);
    if (state.texts) write();
  },
  sound(tone, seat) {
    document.body.dataset.sound = tone;
    const place = seats.findIndex((each) => each.seat === seat);
    speaker.sound(tone, seats.length === 2 ? [-1, 1][place] ?? 0 : 0);
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

function write() {
  const { lang, names, texts, status } = told;
  document.documentElement.lang = lang;
  document.title = seats.length === 1 ? `Spytt: ${names[seats[0].seat] ?? ""}` : texts.title;
  find("taken").close();
  showLine(fill(texts.connected, { us: stamper.tickUs }), "on");
  find("status").textContent = status ?? "";
  seats.forEach((seat) => seat.tell(told));
  writeTable();
  writeHelp();
  within("#taken", "p").textContent = texts.taken;
  find("back").textContent = texts.back;
  showMute();
  fit();
}

// Two seats side by side have their names above them and need no more than the score; else
// everybody is named, with what they have won.
function writeTable() {
  const { names, score = [], texts } = told;
  const isPair = names.length === 2 && seats.length === 2;
  find("score").textContent = isPair ? score.join(" – ") : "";
  find("score").setAttribute("aria-label", texts.score);
  find("table").setAttribute("aria-label", texts.at_the_table);
  find("table").replaceChildren(...(isPair ? [] : names.map(placeAtTable)));
}

function placeAtTable(name, seat) {
  const place = plain("li", name);
  if (told.score?.length) place.append(" ", plain("b", told.score[seat]));
  place.classList.toggle("own", Boolean(seatOf(seat)));
  return place;
}

function writeHelp() {
  const { texts, steps } = told;
  within("footer", "h3").textContent = texts.how_to_play;
  within("footer", "ol").replaceChildren(...steps.map((step) => stressed("li", step)));
  within("footer", ".keys").textContent = seats.length === 2 ? texts.keys : "";
  document.querySelector("footer").hidden = !steps.length;
}

function showMute() {
  find("mute").textContent = speaker.isMuted ? told.texts.sound_off : told.texts.sound_on;
  find("mute").setAttribute("aria-pressed", String(speaker.isMuted));
}

const wire = new Wire(stamper, table);
listenToKeys(() => wire.pads, wake);
find("back").addEventListener("click", () => wire.connect(false));
find("mute").addEventListener("click", () => {
  if (!told) return;
  speaker.mute(!speaker.isMuted);
  wake();
  showMute();
});

keyLabels().then((printed) => {
  label = printed;
  seats.forEach((seat) => seat.print(label));
});

// Panels at the largest whole number of the screen's own pixels that leaves room for the rest.
function fit() {
  const dots = devicePixelRatio || 1;
  const isWide = matchMedia("(min-width: 700px) and (orientation: landscape)").matches;
  const cases = Math.max(1, seats.length);
  const words = within("body", "header").offsetHeight + within("body", "footer").offsetHeight;
  const across = isWide ? (innerWidth - 132) / cases : innerWidth - 44;
  const down = isWide ? innerHeight - words - 290 : (innerHeight - 150) / cases - 190;
  const size = Math.min(across / 128, Math.max(down / 64, 2));
  const scale = Math.max(1, Math.floor(Math.min(size, 5) * dots)) / dots;
  document.documentElement.style.setProperty("--dot", `${scale}px`);
}
addEventListener("resize", fit);
