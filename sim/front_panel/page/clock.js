// The page's own clock: performance.now() in whole microseconds, and the watermark behind it.

const WRAP = 2 ** 32;

// No edge sent later is stamped at or before now - MARGIN_US. Chromium hands over keys some time
// after their stamp, yet mostly ahead of the probes that wait beside them: over some 5000 keys on
// busy machines the longest lag was 50 ms, but none was stamped more than 3.5 ms before the newest
// answer (tests/browser/test_front_panel_page.py measures both). Events stamped in whole ms take
// one more. Whatever comes later all the same is stamped at the watermark, counted and logged.
export const MARGIN_US = 8000;
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

// Stamps events so that none lies behind a watermark that has been given.
export class Stamper {
  constructor(tickUs) {
    this.tickUs = tickUs;
    this.late = 0;
    this.grainUs = COARSE_US;
    this.through = -1;
    this.fraction = null;
  }

  // The event's own stamp is the first touch; the handler's turn may come much later.
  stamp(event) {
    const now = nowUs();
    let us = now;
    if (event && event.timeStamp > 0) {
      us = Math.min(now, Math.floor(event.timeStamp * 1000));
      this.#learnGrain(us);
    }
    if (us <= this.through) {
      us = this.through + 1;
      this.late += 1;
    }
    return us;
  }

  watermark() {
    this.through = Math.max(this.through, nowUs() - MARGIN_US);
    return this.through;
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
