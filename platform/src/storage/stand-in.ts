import type { ImageRow } from './object-rows.ts';
import { parseRendition, type Rendition } from './picture-sizes.ts';
import type { OutputFormat } from './render-image.ts';
import type { KnownPicture } from './rendition-files.ts';

/** Larger originals are not sent in place of a small rendition. */
export const MAX_ORIGINAL_BYTES = 512 * 1024;

interface StandIn {
  /** Undefined: the original. */
  name: string | undefined;
  format: OutputFormat;
}

/** Narrower ones are for previews and portraits. */
const MIN_WIDTH = 64;

/**
 * What is sent while the wanted rendition is being made: the next larger width, else one at least half as wide, else
 * the original, else the widest there is. A cut has none: every other rendition shows something else.
 */
export function findStandIn(
  row: ImageRow,
  { source, names }: KnownPicture,
  wanted: Rendition,
  formats: readonly OutputFormat[],
): StandIn | undefined {
  if (wanted.shape) return undefined;
  const found = [...names]
    .map((name) => ({ name, ...parseRendition(name) }))
    .filter((file): file is { name: string; width: number; format: OutputFormat } =>
      formats.includes(file.format as OutputFormat),
    )
    .sort((a, b) => a.width - b.width || formats.indexOf(a.format) - formats.indexOf(b.format));
  const larger = found.find(({ width }) => width >= wanted.width);
  if (larger) return larger;
  const widest = found.find(({ width }) => width === found.at(-1)?.width);
  if (widest && widest.width * 2 >= wanted.width) return widest;
  const size = row.metadata?.size ?? Number.POSITIVE_INFINITY;
  if (formats.includes(source.format) && size <= MAX_ORIGINAL_BYTES)
    return { name: undefined, format: source.format };
  return widest && widest.width >= MIN_WIDTH ? widest : undefined;
}
