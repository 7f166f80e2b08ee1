// Sounds of the table, made on the spot; a seat's sounds come from its side.

const NOTE = { play: 660, misfit: 150, c5: 523, e5: 659, g5: 784, c6: 1047, low: 220 };

// [start s, frequency Hz, length s, shape, loudness]
const TONES = {
  start: [[0, NOTE.c5, 0.12, "sine", 0.25], [0.12, NOTE.g5, 0.18, "sine", 0.25]],
  spit: [[0, NOTE.c6, 0.2, "triangle", 0.3]],
  play: [[0, NOTE.play, 0.05, "triangle", 0.35]],
  refused: [[0, NOTE.misfit, 0.12, "square", 0.12]],
  stuck: [[0, NOTE.e5, 0.15, "sine", 0.2], [0.16, NOTE.low, 0.25, "sine", 0.25]],
  win: [
    [0, NOTE.c5, 0.12, "triangle", 0.3],
    [0.12, NOTE.e5, 0.12, "triangle", 0.3],
    [0.24, NOTE.g5, 0.12, "triangle", 0.3],
    [0.36, NOTE.c6, 0.4, "triangle", 0.3],
  ],
};

export class Speaker {
  constructor() {
    this.isMuted = localStorage.getItem("muted") === "yes";
  }

  // Browsers let a page sound only after a key or a touch.
  wake() {
    this.context ??= new AudioContext({ latencyHint: "interactive" });
    if (this.context.state === "suspended") this.context.resume();
  }

  mute(isMuted) {
    this.isMuted = isMuted;
    localStorage.setItem("muted", isMuted ? "yes" : "no");
  }

  sound(tone, seat) {
    if (this.isMuted || !this.context || !TONES[tone]) return;
    const side = this.context.createStereoPanner();
    side.pan.value = seat === null ? 0 : seat === 0 ? -0.6 : 0.6;
    side.connect(this.context.destination);
    for (const note of TONES[tone]) this.#note(side, ...note);
  }

  #note(side, start, frequency, length, shape, loudness) {
    const from = this.context.currentTime + start;
    const tone = new OscillatorNode(this.context, { type: shape, frequency });
    const volume = new GainNode(this.context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudness, from + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(side);
    tone.start(from);
    tone.stop(from + length);
  }
}
