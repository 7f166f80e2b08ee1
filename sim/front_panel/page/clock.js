// The page's own clock: performance.now() in whole microseconds, and the watermark behind it.

const WRAP = 2 ** 32;

// No edge sent later is stamped at or before now - margin. Chromium hands over keys some time after
// their stamp, yet mostly ahead of the probes that wait beside them: over some 5000 keys on busy
// machines the longest lag was 50 ms, but none was stamped more than 3.5 ms before the newest
// answer (tests/browser/test_front_panel_page.py measures both). Events stamped in whole ms take
// one more. What comes later all the same is stamped just behind the watermark, and says how late
// it is; a browser that needs it is given a wider margin for the next minute.
const MARGIN_US = 8000;
const WIDEST_MARGIN_US = 100000;
const WIDENED_FOR_US = 60_000_000;
// Input that waits to be handled is waited for, but not for ever: the watermark then stands still.
const LONGEST_WAIT_US = 50000;
// X11 and Wayland stamp events in whole milliseconds, rounded down.
const COARSE_US = 1000;

export const u32 = (us) => us % WRAP;

export const nowUs = () => Math.floor(performance.now() * 1000);

// Measures the steps in which the clock advances, in us, rounded up.
export function measureTick() {
  const began = performance.now();
  let last = began;
  let tick = Infinity;
  for (let steps = 0; steps < 100 && (steps < 3 || last - began < 20) && last - began < 500; ) {
    const now = performance.now();
    if (now > last) {
      tick = Math.min(tick, now - last);
      last = now;
      steps += 1;
    }
  }
  return Math.min(200000, Math.max(1, Math.ceil(tick * 1000 - 0.01)));
}

// Gives way to whatever else waits; input comes first.
const turns = new MessageChannel();
const taken = [];
turns.port1.onmessage = () => taken.shift()();
function nextTurn() {
  return new Promise((resolve) => {
    taken.push(resolve);
    turns.port2.postMessage(null);
  });
}

// Tells up to when all input has been handled: a busy page may hear a probe before an older touch.
// Where the browser cannot be asked whether input waits, one turn lets it come first.
export async function handledUpTo() {
  const began = nowUs();
  const { scheduling } = navigator;
  if (!scheduling?.isInputPending) {
    await nextTurn();
    return began;
  }
  while (scheduling.isInputPending()) {
    if (nowUs() - began > LONGEST_WAIT_US) return -Infinity;
    await nextTurn();
  }
  return nowUs();
}

// Stamps events so that none lies behind a watermark that has been given.
export class Stamper {
  constructor(tickUs) {
    this.tickUs = tickUs;
    this.grainUs = COARSE_US;
    this.marginUs = MARGIN_US;
    this.widenedUs = 0;
    this.through = -1;
    this.fraction = null;
  }

  // The event's own stamp is the first touch; the handler's turn may come much later.
  touched(event) {
    const now = nowUs();
    if (!(event && event.timeStamp > 0)) return now;
    const us = Math.min(now, Math.floor(event.timeStamp * 1000));
    this.#learnGrain(us);
    if (us <= this.through) this.#widenMargin(this.through + this.marginUs - us);
    return us;
  }

  // Gives the stamp of what happened at `us`: behind the watermark, and no earlier than `leastUs`.
  stamp(us, leastUs) {
    return Math.max(us, leastUs, this.through + 1);
  }

  watermark(handledUs) {
    if (nowUs() - this.widenedUs > WIDENED_FOR_US) this.marginUs = MARGIN_US;
    this.through = Math.max(this.through, handledUs - this.marginUs);
    return this.through;
  }

  #widenMargin(neededUs) {
    const us = Math.min(WIDEST_MARGIN_US, Math.ceil(1.5 * neededUs));
    this.marginUs = Math.max(this.marginUs, us);
    this.widenedUs = nowUs();
  }

  // Stamps in whole milliseconds all share a fraction; the first two that do not are finer.
  #learnGrain(us) {
    const fraction = us % COARSE_US;
    if (this.fraction === null) {
      this.fraction = fraction;
      return;
    }
    const apart = Math.abs(fraction - this.fraction);
    if (Math.min(apart, COARSE_US - apart) > 2 * this.tickUs + 1) this.grainUs = 0;
  }
}
