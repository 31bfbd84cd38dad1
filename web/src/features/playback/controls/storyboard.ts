/** One thumbnail on a sprite sheet, for a time range in seconds. */
export interface Sprite {
  from: number;
  to: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE =
  /((?:\d+:)?\d+:\d+\.\d+)\s+-->\s+((?:\d+:)?\d+:\d+\.\d+)[^\n]*\r?\n([^\s#]+)#xywh=(\d+),(\d+),(\d+),(\d+)/g;

/** Parses a storyboard (WebVTT whose cues name parts of images); image paths are relative to its URL. */
export function parseStoryboard(text: string, url: string): Sprite[] {
  return [...text.matchAll(CUE)].map(([, from = '', to = '', file = '', ...box]) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number);
    return {
      from: parseSeconds(from),
      to: parseSeconds(to),
      sheet: new URL(file, url).href,
      x,
      y,
      width,
      height,
    };
  });
}

export function spriteAt(sprites: readonly Sprite[], time: number): Sprite | undefined {
  return sprites.findLast(({ from }) => from <= time);
}

function parseSeconds(stamp: string): number {
  return stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
