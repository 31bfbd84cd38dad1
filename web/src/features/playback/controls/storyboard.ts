/** One small picture on a sheet of many, and when it shows what happens. */
export interface Sprite {
  from: number;
  to: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const LINE =
  /((?:\d+:)?\d+:\d+\.\d+)\s+-->\s+((?:\d+:)?\d+:\d+\.\d+)[^\n]*\r?\n([^\s#]+)#xywh=(\d+),(\d+),(\d+),(\d+)/g;

/** Reads a storyboard (WebVTT whose cues name parts of pictures); addresses hang on the file's own. */
export function readStoryboard(text: string, address: string): Sprite[] {
  return [...text.matchAll(LINE)].map(([, from = '', to = '', file = '', ...box]) => {
    const [x = 0, y = 0, width = 0, height = 0] = box.map(Number);
    return { from: seconds(from), to: seconds(to), sheet: new URL(file, address).href, x, y, width, height };
  });
}

export function spriteAt(sprites: readonly Sprite[], time: number): Sprite | undefined {
  return sprites.findLast(({ from }) => from <= time);
}

function seconds(stamp: string): number {
  return stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
