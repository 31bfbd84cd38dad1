/** Plain SVG strings: every function returns markup, nothing keeps state. */
export type Point = readonly [number, number];

export const num = (value: number): string => String(Math.round(value * 100) / 100);
export const at = (x: number, y: number): string => `${num(x)} ${num(y)}`;
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const all = (count: number, make: (index: number) => string): string => times(count, make).join('');
export const polar = (cx: number, cy: number, radius: number, degrees: number): Point => [
  cx + radius * Math.cos((degrees * Math.PI) / 180),
  cy + radius * Math.sin((degrees * Math.PI) / 180),
];

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d: string, colour: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}" fill="${fill}" ${more}/>`;
export const polygonPath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => at(x, y)).join('L')}Z`;
export const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  path(polygonPath(points), fill, more);

export const group = (content: string, attributes = ''): string => `<g ${attributes}>${content}</g>`;
export const turn = (degrees: number, x: number, y: number, content: string): string =>
  group(content, `transform="rotate(${num(degrees)} ${at(x, y)})"`);
/** Puts something drawn around the origin at a place, turned and scaled. */
export const place = (
  x: number,
  y: number,
  content: string,
  { scale = 1, scaleY = scale, degrees = 0 }: { scale?: number; scaleY?: number; degrees?: number } = {},
): string =>
  group(content, `transform="translate(${at(x, y)}) rotate(${num(degrees)}) scale(${at(scale, scaleY)})"`);
/** Ids live in one document only: give every clip of a poster its own name. */
export const clip = (id: string, shapes: string, content: string): string =>
  `<clipPath id="${id}">${shapes}</clipPath><g clip-path="url(#${id})">${content}</g>`;
export const sheet = (
  width: number,
  height: number,
  content: string,
  view = `0 0 ${width} ${height}`,
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}" preserveAspectRatio="xMidYMid slice">${content}</svg>`;
