import type { Encoding } from './page-body.ts';

const BROTLI = accepts('br');
const GZIP = accepts('gzip');

/** Browsers send few different ones. */
const MOST = 100;
const known = new Map<string, Encoding>();

/** The best of ours that an Accept-Encoding header allows. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return undefined;
  if (known.has(header)) return known.get(header);
  const encoding = read(header);
  if (known.size === MOST) known.clear();
  known.set(header, encoding);
  return encoding;
}

function read(header: string): Encoding {
  if (BROTLI.test(header)) return 'br';
  return GZIP.test(header) ? 'gzip' : undefined;
}

/** Named, and not with a quality of zero. */
function accepts(name: string): RegExp {
  return new RegExp(`(?:^|[,\\s])${name}(?![\\w-])(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i');
}
