import type { Transformation } from './links.ts';

export interface PictureSize {
  width: number;
  height: number;
}

/** One of the fixed sizes of a picture: the whole of it, or cut (or stretched) to one of the fixed shapes. */
export interface Rendition {
  /** Of the fixed widths; a smaller picture keeps its own. */
  width: number;
  shape?: Shape;
  fit?: 'cover' | 'fill';
  /** Undefined: the usual one, in which pictures are made beforehand. */
  quality?: 'low' | 'high';
}

/** Common in films, photographs and screens. Every requested shape is answered with the nearest. */
const shapes = ['3x1', '2x1', '16x9', '3x2', '4x3', '1x1', '3x4', '2x3', '9x16', '1x2', '1x3'] as const;
type Shape = (typeof shapes)[number];

/** A cut of less than this is not worth a rendition of its own. */
const SAME_SHAPE = 0.02;

export const DEFAULT_WIDTHS: readonly number[] = [12, 64, 160, 320, 640, 1080, 1920];

/** Below and from these, a request's quality is answered with a rendition of its own. */
const LOW_BELOW = 45;
const HIGH_FROM = 75;

/** The rendition that answers a request: the next larger width, and the largest for everything beyond. */
export function chooseRendition(
  transformation: Transformation,
  source: PictureSize,
  widths: readonly number[],
): Rendition {
  const { quality } = transformation;
  const size = chooseSize(transformation, source, widths);
  if (quality === undefined || (quality >= LOW_BELOW && quality < HIGH_FROM)) return size;
  return { ...size, quality: quality < LOW_BELOW ? 'low' : 'high' };
}

function chooseSize(
  { width, height, resize = 'cover' }: Transformation,
  source: PictureSize,
  widths: readonly number[],
): Rendition {
  const aspect = source.width / source.height;
  if (width === undefined || height === undefined || resize === 'contain') {
    const wanted = Math.min(width ?? source.width, (height ?? source.height) * aspect);
    return { width: nextWidth(Math.min(wanted, source.width), widths) };
  }
  const shape = nearestShape(width / height);
  const ratio = ratioOf(shape);
  if (Math.abs(Math.log(ratio / aspect)) < SAME_SHAPE)
    return { width: nextWidth(Math.min(width, source.width), widths) };
  return { width: nextWidth(Math.min(width, largestCut(source, ratio)), widths), shape, fit: resize };
}

/** The sizes in which the whole picture is made; the last is its own width, or the largest. */
export function allWidths(source: PictureSize, widths: readonly number[]): number[] {
  const last = nextWidth(source.width, widths);
  return widths.filter((width) => width <= last);
}

/** In pixels; never larger than the source. */
export function pixelsOf({ width, shape }: Rendition, source: PictureSize): PictureSize {
  const ratio = shape ? ratioOf(shape) : source.width / source.height;
  const drawn = Math.max(1, Math.round(Math.min(width, largestCut(source, ratio))));
  return { width: drawn, height: Math.max(1, Math.round(drawn / ratio)) };
}

/** How wide the whole picture has to be decoded for a rendition of it. */
export function decodedWidth(rendition: Rendition, source: PictureSize): number {
  const { width, height } = pixelsOf(rendition, source);
  return Math.ceil(source.width * Math.max(width / source.width, height / source.height));
}

function nextWidth(wanted: number, widths: readonly number[]): number {
  return widths.find((width) => width >= wanted) ?? (widths.at(-1) as number);
}

function nearestShape(ratio: number): Shape {
  const distance = (shape: Shape) => Math.abs(Math.log(ratioOf(shape) / ratio));
  return shapes.reduce((best, shape) => (distance(shape) < distance(best) ? shape : best));
}

/** How wide a cut of this shape can be. */
function largestCut(source: PictureSize, ratio: number): number {
  return Math.min(source.width, source.height * ratio);
}

function ratioOf(shape: Shape): number {
  const [width = 1, height = 1] = shape.split('x').map(Number);
  return width / height;
}

/** `320.avif`, `320-1x1-cover-high.webp`: the name of a rendition's file. */
export function nameRendition({ width, shape, fit, quality }: Rendition, format: string): string {
  return `${[width, shape, fit, quality].filter(Boolean).join('-')}.${format}`;
}

/** The width and format of a rendition of the whole picture in the usual quality; undefined for every other name. */
export function parseRendition(name: string): { width: number; format: string } | undefined {
  const [, width, format = ''] = /^(\d+)\.([a-z]+)$/.exec(name) ?? [];
  return width === undefined ? undefined : { width: Number(width), format };
}
