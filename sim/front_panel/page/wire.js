// The line to the console: hello, edges and answers out; frames, light, state, sounds, probes in.

import { handledUpTo, nowUs, u32 } from "./clock.js";

const TAKEN_OVER = 4001;
const AGAIN_MS = 700;
const LATEST_US = 10_000_000;
// The console probes five times a second. Looks are counted, not seconds: after a page was frozen
// what has come meanwhile is heard before the next look.
const LOOK_MS = 500;
const QUIET_LOOKS = 8;

// By this name the console knows a page that lost its line from another that took its place.
const PAGE = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, "0"))
  .join("");

export class Wire {
  // `table` has welcome(pads), frame(seat, bytes), light(contrast, seat), state(state),
  // sound(tone, seat), lost(words) and takenOver().
  constructor(stamper, table) {
    this.stamper = stamper;
    this.table = table;
    this.pads = [];
    this.isAway = false;
    this.isTaken = false;
    this.connect(false);
    setInterval(() => this.#look(), LOOK_MS);
  }

  // `isBack`: the page had its seat before, and does not take it from another that sits there now.
  connect(isBack) {
    this.isTaken = false;
    this.quietLooks = 0;
    clearTimeout(this.again);
    const socket = new WebSocket(`ws://${location.host}${location.pathname.replace(/\/$/, "")}/socket`);
    const hello = { tick_us: this.stamper.tickUs, page: PAGE, is_back: Number(isBack) };
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#say({ hello });
    socket.onmessage = (event) => this.#hear(event.data, nowUs(), socket);
    socket.onclose = (event) => this.#closed(event, socket);
    this.socket = socket;
  }

  // The page will not be seen for a while: its seat is left at once, and taken again by comeBack.
  leave() {
    if (this.isAway) return;
    this.isAway = true;
    clearTimeout(this.again);
    if (!this.isTaken) this.#hangUp();
  }

  comeBack() {
    if (!this.isAway) return;
    this.isAway = false;
    if (!this.isTaken) this.connect(true);
  }

  // Sends an edge; false while there is no line (the press is then nobody's).
  edge(pad, button, level, us, lateUs) {
    if (this.socket?.readyState !== WebSocket.OPEN || !this.pads.includes(pad)) return false;
    pad.seq += 1;
    const late_us = Math.min(lateUs, LATEST_US);
    this.#say({ pad: pad.name, edge: button, level, t_us: u32(us), seq: pad.seq, late_us });
    return true;
  }

  // A line that went dead without a word (Wi-Fi out of reach) is given up, and a new one tried.
  #look() {
    if (!this.socket || this.isTaken) return;
    this.quietLooks += 1;
    if (this.quietLooks < QUIET_LOOKS) return;
    this.#hangUp();
    this.connect(true);
  }

  #hangUp() {
    const { socket } = this;
    this.pads = [];
    this.socket = null;
    socket.close();
    this.table.lost("");
  }

  #say(message) {
    this.socket.send(JSON.stringify(message));
  }

  #hear(data, receivedUs, socket) {
    if (socket !== this.socket) return;
    this.quietLooks = 0;
    if (data instanceof ArrayBuffer) {
      const bytes = new Uint8Array(data);
      this.table.frame(bytes[0], bytes.subarray(1));
      return;
    }
    const message = JSON.parse(data);
    if ("probe" in message) this.#answer(message.probe, receivedUs);
    else if ("sound" in message) this.table.sound(message.sound, message.seat);
    else if ("state" in message) this.table.state(message.state);
    else if ("light" in message) this.table.light(message.light, message.seat);
    else if ("welcome" in message) this.pads = this.table.welcome(message.welcome);
  }

  async #answer(probe, receivedUs) {
    const { socket, stamper } = this;
    const handledUs = await handledUpTo();
    if (socket !== this.socket || socket.readyState !== WebSocket.OPEN) return;
    const through = Object.fromEntries(this.pads.map((pad) => [pad.name, pad.seq]));
    const mark = stamper.watermark(handledUs);
    this.#say({
      probe,
      pad_us: [u32(receivedUs), u32(nowUs())],
      through,
      t_us: u32(Math.max(0, mark)),
      grain_us: stamper.grainUs,
    });
  }

  #closed(event, socket) {
    if (socket !== this.socket) return;
    this.pads = [];
    if (event.code === TAKEN_OVER) {
      this.isTaken = true;
      this.table.takenOver();
      return;
    }
    this.table.lost(event.reason);
    this.again = setTimeout(() => this.connect(true), AGAIN_MS);
  }
}
