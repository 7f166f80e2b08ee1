// The pads: keys, mouse and touches become contacts that close and open.

export const BUTTONS = ["c1", "c2", "c3", "c4", "left", "right", "draw", "ready"];

// Two rows a player, an empty row between them. Each player's keys lie on rows and columns of
// the keyboard's matrix where the rival has none, so that no three keys held by two people can
// corner a fourth: cheap keyboards would swallow it.
export const KEYS = [
  ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyZ", "KeyX", "KeyC", "KeyV"],
  ["Digit7", "Digit8", "Digit9", "Digit0", "KeyJ", "KeyK", "KeyL", "Semicolon"],
];

export class Pad {
  constructor(name, seat, stamper, report, element) {
    this.name = name;
    this.stamper = stamper;
    this.report = report;
    this.seq = 0;
    this.holders = new Map(BUTTONS.map((button) => [button, new Set()]));
    this.lastUs = new Map();
    this.keys = new Map(KEYS[seat].map((code, index) => [code, BUTTONS[index]]));
    this.faces = new Map(
      [...element.querySelectorAll("[data-button]")].map((face) => [face.dataset.button, face]),
    );
  }

  // A new connection: numbers begin anew, and what is still held no longer counts.
  begin(name) {
    this.name = name;
    this.seq = 0;
    for (const [button, holders] of this.holders) {
      holders.clear();
      this.#show(button, false);
    }
  }

  // `holder` is the key or the finger; the contact is closed while anyone holds it.
  press(button, holder, event) {
    const holders = this.holders.get(button);
    holders.add(holder);
    if (holders.size === 1) this.#change(button, 1, event);
  }

  release(button, holder, event) {
    const holders = this.holders.get(button);
    if (holders.delete(holder) && holders.size === 0) this.#change(button, 0, event);
  }

  releaseAll() {
    for (const [button, holders] of this.holders) {
      if (holders.size) {
        holders.clear();
        this.#change(button, 0, null);
      }
    }
  }

  #change(button, level, event) {
    const us = Math.max(this.stamper.stamp(event), this.lastUs.get(button) ?? 0);
    this.lastUs.set(button, us);
    if (this.report(this, button, level, us)) this.#show(button, level === 1);
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
