import { notAcceptable } from '../errors.ts';

export interface Media {
  kind: 'json' | 'object' | 'array' | 'csv' | 'geojson';
  /** Leave out keys whose value is null. */
  stripNulls: boolean;
  /** The function that makes a feature of a row, of `geojson`. */
  toFeature?: string;
  /** Return the plan of the query instead of its rows. */
  plan?: { format: 'json' | 'text'; options: string[] };
  contentType: string;
}

const JSON_TYPES = new Set(['application/json', 'application/*', '*/*', '']);
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];

/** What is available beside the types that always are. */
export interface MediaOptions {
  explain?: boolean;
  /** PostGIS's function that makes a feature of a row, where that is installed. */
  toFeature?: string | undefined;
}

/** Chooses the first acceptable media type that is supported. */
export function parseAccept(header: string | null, options: MediaOptions): Media {
  if (!header || header === 'application/json' || header === '*/*') return JSON_MEDIA;
  for (const range of splitAccept(header)) {
    const media = mediaFor(range, options);
    if (media) return media;
  }
  throw notAcceptable(header);
}

const JSON_MEDIA: Media = {
  kind: 'json',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};

interface MediaRange {
  type: string;
  parameters: Map<string, string>;
}

function mediaFor({ type, parameters }: MediaRange, { explain, toFeature }: MediaOptions): Media | undefined {
  if (JSON_TYPES.has(type)) return JSON_MEDIA;
  if (type === 'text/csv') return { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };
  if (type === 'application/geo+json' && toFeature) {
    const contentType = 'application/geo+json; charset=utf-8';
    return { kind: 'geojson', stripNulls: false, toFeature, contentType };
  }
  const stripNulls = parameters.get('nulls') === 'stripped';
  const suffix = `${stripNulls ? ';nulls=stripped' : ''}; charset=utf-8`;
  if (type === 'application/vnd.pgrst.object+json' || type === 'application/vnd.pgrst.object') {
    return { kind: 'object', stripNulls, contentType: `application/vnd.pgrst.object+json${suffix}` };
  }
  if (type === 'application/vnd.pgrst.array+json' || type === 'application/vnd.pgrst.array') {
    return stripNulls
      ? { kind: 'array', stripNulls, contentType: `application/vnd.pgrst.array+json${suffix}` }
      : JSON_MEDIA;
  }
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type);
  if (plan && explain) {
    const format = plan[1] === 'json' ? 'json' : 'text';
    const inner = parameters.get('for') ?? 'application/json';
    const range = splitAccept(inner)[0];
    const media = (range && mediaFor(range, { toFeature })) ?? JSON_MEDIA;
    const options = (parameters.get('options') ?? '')
      .split('|')
      .filter((word) => PLAN_OPTIONS.includes(word));
    const listed = options.length > 0 ? `; options=${options.join('|')}` : '';
    const contentType = `application/vnd.pgrst.plan+${format}; for="${inner}"${listed}; charset=utf-8`;
    return { ...media, plan: { format, options }, contentType };
  }
  return undefined;
}

/** Commas and semicolons inside quotes do not separate; `q` decides the order. */
function splitAccept(header: string): MediaRange[] {
  const ranges = split(header, ',').map((part, index) => {
    const [type = '', ...rest] = split(part, ';').map((piece) => piece.trim());
    const parameters = new Map<string, string>();
    for (const piece of rest) {
      const equals = piece.indexOf('=');
      if (equals > 0)
        parameters.set(piece.slice(0, equals).trim().toLowerCase(), unquote(piece.slice(equals + 1).trim()));
    }
    const q = Number(parameters.get('q') ?? '1');
    return { type: type.toLowerCase(), parameters, index, q: Number.isNaN(q) ? 1 : q };
  });
  return ranges.sort((a, b) => b.q - a.q || a.index - b.index);
}

function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let current = '';
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  return [...parts, current];
}

function unquote(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
