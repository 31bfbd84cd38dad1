import sharp from 'sharp';

/** An image as RGBA bytes. */
export interface Bitmap {
  width: number;
  height: number;
  data: Buffer;
}

/** Renders an SVG at a size; `blur` smooths fine dots that compress badly. */
export async function renderSvg(svg: string, width: number, height: number, blur = 0): Promise<Bitmap> {
  const drawn = sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' });
  const { data } = await (blur > 0 ? drawn.blur(blur) : drawn)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data };
}

export const emptyFrame = (width: number, height: number): Bitmap => ({
  width,
  height,
  data: Buffer.alloc(width * height * 4, 255),
});

/** Fills a frame with the part of a larger image at (x, y), rounded to whole pixels to stay sharp. */
export function drawCrop(frame: Bitmap, picture: Bitmap, x: number, y: number): void {
  const left = Math.max(0, Math.min(picture.width - frame.width, Math.round(x)));
  const top = Math.max(0, Math.min(picture.height - frame.height, Math.round(y)));
  for (let row = 0; row < frame.height; row += 1) {
    const from = ((top + row) * picture.width + left) * 4;
    picture.data.copy(frame.data, row * frame.width * 4, from, from + frame.width * 4);
  }
}

/** Draws a sprite on a frame with the given opacity. */
export function drawSprite(frame: Bitmap, sprite: Bitmap, x: number, y: number, opacity = 1): void {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [fromX, toX] = [Math.max(0, -left), Math.min(sprite.width, frame.width - left)];
  for (let row = Math.max(0, -top); row < Math.min(sprite.height, frame.height - top); row += 1)
    for (let column = fromX; column < toX; column += 1) {
      const from = (row * sprite.width + column) * 4;
      const alpha = ((sprite.data[from + 3] ?? 0) / 255) * opacity;
      if (alpha <= 0) continue;
      const to = ((top + row) * frame.width + left + column) * 4;
      for (let part = 0; part < 3; part += 1)
        frame.data[to + part] =
          (frame.data[to + part] ?? 0) * (1 - alpha) + (sprite.data[from + part] ?? 0) * alpha;
    }
}
