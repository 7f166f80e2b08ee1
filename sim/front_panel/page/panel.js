// A panel: 128x64 pixels, one bit each, 8 pages of 128 columns, bit 0 uppermost.

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [207, 236, 255];
const DARK = [5, 7, 10];

export class Panel {
  constructor(canvas) {
    this.context = canvas.getContext("2d", { alpha: false });
    this.image = this.context.createImageData(WIDTH, HEIGHT);
    this.clear();
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
