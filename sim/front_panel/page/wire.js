// The line to the console: hello, edges and answers out; frames, light, state, sounds, probes in.

import { nowUs, u32 } from "./clock.js";

const TAKEN_OVER = 4001;
const AGAIN_MS = 700;

export class Wire {
  // `table` has welcome(pads), frame(seat, bytes), light(contrast, seat), state(state),
  // sound(tone, seat), lost(words) and takenOver().
  constructor(stamper, table) {
    this.stamper = stamper;
    this.table = table;
    this.pads = [];
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}${location.pathname.replace(/\/$/, "")}/socket`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#say({ hello: { tick_us: this.stamper.tickUs } });
    socket.onmessage = (event) => this.#hear(event.data, nowUs());
    socket.onclose = (event) => this.#closed(event);
    this.socket = socket;
  }

  // Sends an edge; false while there is no line (the press is then nobody's).
  edge(pad, button, level, us) {
    if (this.socket.readyState !== WebSocket.OPEN || !this.pads.includes(pad)) return false;
    pad.seq += 1;
    this.#say({ pad: pad.name, edge: button, level, t_us: u32(us), seq: pad.seq });
    return true;
  }

  #say(message) {
    this.socket.send(JSON.stringify(message));
  }

  #hear(data, receivedUs) {
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

  #answer(probe, receivedUs) {
    const { stamper } = this;
    const through = Object.fromEntries(this.pads.map((pad) => [pad.name, pad.seq]));
    const mark = stamper.watermark();
    this.#say({
      probe,
      pad_us: [u32(receivedUs), u32(nowUs())],
      through,
      t_us: u32(Math.max(0, mark)),
      grain_us: stamper.grainUs,
      late: stamper.late,
    });
  }

  #closed(event) {
    this.pads = [];
    if (event.code === TAKEN_OVER) {
      this.table.takenOver();
      return;
    }
    this.table.lost(event.reason);
    setTimeout(() => this.connect(), AGAIN_MS);
  }
}
