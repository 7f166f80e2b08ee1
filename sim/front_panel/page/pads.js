// The pads: keys, mouse and touches become contacts that close and open.

export const BUTTONS = ["c1", "c2", "c3", "c4", "left", "right", "draw", "ready"];

// By a pad's place on the page. Two rows a player, an empty row between them. Each player's keys lie on rows and columns of
// the keyboard's matrix where the rival has none, so that no three keys held by two people can
// corner a fourth: cheap keyboards would swallow it.
const KEYS = [
  ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyZ", "KeyX", "KeyC", "KeyV"],
  ["Digit7", "Digit8", "Digit9", "Digit0", "KeyJ", "KeyK", "KeyL", "Semicolon"],
];

// A click or a tap on a touchpad may end at the instant it began; it is a press all the same, and
// keeps the contact closed for longer than the console asks of one (1.5 ms).
const SHORTEST_US = 3000;

export class Pad {
  constructor(name, place, stamper, report, element) {
    this.name = name;
    this.stamper = stamper;
    this.report = report;
    this.seq = 0;
    this.holders = new Map(BUTTONS.map((button) => [button, new Set()]));
    this.closed = new Set();
    this.pressedUs = new Map();
    this.opening = new Map();
    this.lastUs = 0;
    this.keys = new Map(KEYS[place].map((code, index) => [code, BUTTONS[index]]));
    this.faces = new Map(
      [...element.querySelectorAll("[data-button]")].map((face) => [face.dataset.button, face]),
    );
  }

  // A new connection: numbers begin anew, and what is still held no longer counts.
  begin(name) {
    this.name = name;
    this.seq = 0;
    this.closed.clear();
    this.opening.clear();
    for (const [button, holders] of this.holders) {
      holders.clear();
      this.#show(button, false);
    }
  }

  // `holder` is the key or the finger; the contact is closed while anyone holds it.
  press(button, holder, event) {
    this.holders.get(button).add(holder);
    const us = this.stamper.touched(event);
    this.#openUpTo(us);
    if (this.opening.delete(button) || this.closed.has(button)) return;
    this.pressedUs.set(button, this.#change(button, 1, us));
  }

  release(button, holder, event) {
    if (this.holders.get(button).delete(holder)) this.#letGo(button, event);
  }

  releaseAll() {
    for (const [button, holders] of this.holders) {
      holders.clear();
      this.#letGo(button, null);
    }
  }

  #letGo(button, event) {
    if (this.holders.get(button).size || !this.closed.has(button)) return;
    const us = this.stamper.touched(event);
    const openUs = Math.max(us, this.pressedUs.get(button) + SHORTEST_US);
    this.opening.set(button, openUs);
    this.#openUpTo(us);
    // A pad's edges go out in the order of their stamps: what was touched before this contact
    // opens may still be on its way from the browser.
    const waitMs = Math.ceil((openUs - us + this.stamper.marginUs) / 1000);
    if (this.opening.has(button)) setTimeout(() => this.#openUpTo(openUs), waitMs);
  }

  #openUpTo(us) {
    for (const [button, openUs] of this.opening) {
      if (openUs <= us) {
        this.opening.delete(button);
        this.#change(button, 0, openUs);
      }
    }
  }

  // Meanwhile a watermark past the stamp may have been given, or a stamp beyond it. An opening then
  // happens a little later, which changes no press; a touch says how late its stamp is.
  #change(button, level, trueUs) {
    const us = this.stamper.stamp(trueUs, this.lastUs);
    if (!this.report(this, button, level, us, level ? us - trueUs : 0)) return us;
    this.lastUs = us;
    if (level) this.closed.add(button);
    else this.closed.delete(button);
    this.#show(button, level === 1);
    return us;
  }

  #show(button, isHeld) {
    this.faces.get(button).classList.toggle("held", isHeld);
  }
}

export function listenToKeys(pads, onFirst) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    for (const pad of pads()) {
      const button = pad.keys.get(event.code);
      if (!button) continue;
      event.preventDefault();
      onFirst();
      if (!event.repeat) pad.press(button, event.code, event);
    }
  });
  addEventListener("keyup", (event) => {
    for (const pad of pads()) {
      const button = pad.keys.get(event.code);
      if (button) pad.release(button, event.code, event);
    }
  });
  const releaseAll = () => pads().forEach((pad) => pad.releaseAll());
  addEventListener("blur", releaseAll);
  addEventListener("pagehide", releaseAll);
  document.addEventListener("visibilitychange", () => document.hidden && releaseAll());
}

export function listenToTouches(pad, onFirst) {
  for (const [button, face] of pad.faces) {
    face.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      face.setPointerCapture(event.pointerId);
      pad.press(button, event.pointerId, event);
      onFirst();
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      face.addEventListener(end, (event) => pad.release(button, event.pointerId, event));
    }
    face.addEventListener("contextmenu", (event) => event.preventDefault());
  }
}

// What is printed on a physical key: asked of the browser where it tells, else the US legend.
export async function keyLabels() {
  const printed = await navigator.keyboard?.getLayoutMap?.().catch(() => null);
  const plain = (code) => (code === "Semicolon" ? ";" : code.replace(/^(Key|Digit)/, ""));
  return (code) => (printed?.get(code) ?? plain(code)).toUpperCase();
}
