import type { Transformation } from './links.ts';
import type { OutputFormat } from './render-image.ts';

/** The formats that a client can show, the wanted one first. `origin` is the picture's own. */
export function acceptedFormats(
  { format }: Transformation,
  accept: string | null,
  origin: OutputFormat,
): OutputFormat[] {
  if (format) return [format === 'origin' ? origin : format];
  const accepted = acceptedTypes(accept ?? '*/*');
  const modern = (['avif', 'webp'] as const).filter((name) => accepted.has(`image/${name}`));
  const showsOrigin = ['*/*', 'image/*', `image/${origin}`].some((type) => accepted.has(type));
  // A client that names nothing we know gets the picture as it is.
  return showsOrigin || modern.length === 0 ? [...new Set([...modern, origin])] : modern;
}

function acceptedTypes(accept: string): Set<string> {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((range) => range.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)));
  return new Set(ranges.map(([type = '']) => type));
}
