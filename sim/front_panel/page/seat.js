// A seat on the page: its case with panel and buttons, and what is written around them.

import { Pad, listenToTouches } from "./pads.js";
import { Panel } from "./panel.js";
import { fill } from "./words.js";

const template = document.getElementById("console");

export class Seat {
  // `place` counts the cases on the page from the left: each has its own keys.
  constructor(seat, place, stamper, report, onFirst) {
    this.seat = seat;
    this.element = template.content.firstElementChild.cloneNode(true);
    this.element.dataset.seat = seat;
    this.panel = new Panel(this.element.querySelector("canvas"));
    this.pad = new Pad("", place, stamper, report, this.element);
    listenToTouches(this.pad, onFirst);
  }

  // A seat that nobody can sit at in the game chosen still has its case, and may read along.
  tell({ names, bots, labels, texts }) {
    const isSeated = this.seat < names.length && !bots?.[this.seat];
    const own = fill(texts.seat, { number: this.seat + 1 });
    const name = names[this.seat] ?? own;
    const tag = this.seat < names.length ? texts.bot : texts.unseated;
    this.element.classList.toggle("unseated", !isSeated);
    this.#write(".name", name);
    this.#write("small", isSeated ? "" : tag);
    this.panel.name(fill(texts.panel, { name }));
    [...this.pad.faces.values()].forEach((face, index) => {
      face.querySelector("span").textContent = labels[index];
    });
  }

  // What is printed on the keys.
  print(label) {
    for (const [code, button] of this.pad.keys) {
      this.pad.faces.get(button).querySelector("kbd").textContent = label(code);
    }
  }

  #write(where, words) {
    this.element.querySelector(where).textContent = words;
  }
}
