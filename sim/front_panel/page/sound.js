// Sounds of the table, made on the spot; of two seats on a page each sounds from its side.

const NOTE = { play: 660, misfit: 150, a4: 440, c5: 523, e5: 659, g5: 784, c6: 1047, low: 220 };

const LOUDEST = 4;

// [start s, frequency Hz, length s, shape, loudness]
const TONES = {
  start: [[0, NOTE.c5, 0.12, "sine", 0.25], [0.12, NOTE.g5, 0.18, "sine", 0.25]],
  spit: [[0, NOTE.c6, 0.2, "triangle", 0.3]],
  play: [[0, NOTE.play, 0.05, "triangle", 0.35]],
  refused: [[0, NOTE.misfit, 0.12, "square", 0.12]],
  stuck: [[0, NOTE.e5, 0.15, "sine", 0.2], [0.16, NOTE.low, 0.25, "sine", 0.25]],
  turn: [[0, NOTE.g5, 0.09, "sine", 0.2], [0.1, NOTE.c6, 0.22, "sine", 0.2]],
  burn: [
    [0, NOTE.e5, 0.09, "sawtooth", 0.14],
    [0.06, NOTE.c5, 0.09, "sawtooth", 0.14],
    [0.12, NOTE.a4, 0.09, "sawtooth", 0.14],
    [0.18, NOTE.low, 0.3, "sawtooth", 0.14],
  ],
  take: [[0, NOTE.low, 0.14, "triangle", 0.35], [0.11, NOTE.misfit, 0.24, "triangle", 0.35]],
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
    this.gain = 1;
  }

  // The console's volume, 0-4; ears tell loudness apart by ratios.
  setVolume(volume) {
    this.gain = (volume / LOUDEST) ** 1.5;
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

  // `side` is -1 (left) to 1.
  sound(tone, side) {
    if (this.isMuted || !this.gain || !this.context || !TONES[tone]) return;
    const speaker = this.context.createStereoPanner();
    speaker.pan.value = 0.6 * side;
    speaker.connect(this.context.destination);
    for (const note of TONES[tone]) this.#note(speaker, ...note);
  }

  #note(speaker, start, frequency, length, shape, loudness) {
    const from = this.context.currentTime + start;
    const tone = new OscillatorNode(this.context, { type: shape, frequency });
    const volume = new GainNode(this.context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(loudness * this.gain, from + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(speaker);
    tone.start(from);
    tone.stop(from + length);
  }
}
