declare module 'opentype.js' {
  type Command =
    | { type: 'M'; x: number; y: number }
    | { type: 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };
  type Glyph = {
    index: number;
    advanceWidth: number;
    getPath(x: number, y: number, size: number): { commands: Command[] };
  };
  type Font = {
    unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  };
  const opentype: { parse(buffer: ArrayBuffer): Font };
  export default opentype;
  export type { Command, Font, Glyph };
}
