// A panel: 128x64 pixels, one bit each, 8 pages of 128 columns, bit 0 uppermost.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [207, 236, 255];
const DARK = [5, 7, 10];
const FAINTEST = 0.3;

export class Panel {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = this.context.createImageData(WIDTH, HEIGHT);
    this.clear();
  }

  name(words) {
    this.canvas.setAttribute("aria-label", words);
  }

  // Contrast is 0-255. Eyes see the steps of an OLED's low contrasts best, those of a screen's
  // bright colours least: the curve lets each step of the console be seen here.
  light(contrast) {
    const share = FAINTEST + (1 - FAINTEST) * (contrast / 255) ** 0.4;
    this.canvas.dataset.contrast = contrast;
    this.canvas.style.filter = contrast < 255 ? `brightness(${share.toFixed(3)})` : "";
  }

  clear() {
    this.draw(new Uint8Array(WIDTH * (HEIGHT / 8)));
  }

  draw(bytes) {
    const data = this.image.data;
    for (let place = 0; place < bytes.length; place += 1) {
      const x = place % WIDTH;
      const top = (place - x) / 16;
      for (let bit = 0; bit < 8; bit += 1) {
        const colour = (bytes[place] >> bit) & 1 ? LIT : DARK;
        const pixel = 4 * ((top + bit) * WIDTH + x);
        data[pixel] = colour[0];
        data[pixel + 1] = colour[1];
        data[pixel + 2] = colour[2];
        data[pixel + 3] = 255;
      }
    }
    this.context.putImageData(this.image, 0, 0);
  }
}
