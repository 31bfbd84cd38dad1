import { invalidBody, tooMuch } from '../errors.ts';
import { parseCsv } from './parse-csv.ts';
import { refuseDeepJson } from './refuse-deep-json.ts';

/** A JSON document that the database parses; only its shape is checked here. */
export interface JsonPayload {
  kind: 'json';
  text: string;
  isArray: boolean;
  /** The keys all objects share. */
  keys: string[];
}

interface FormPayload {
  kind: 'form';
  pairs: [string, string][];
}

/** For functions with one unnamed argument: the body itself. */
interface RawPayload {
  kind: 'raw';
  type: 'text' | 'xml' | 'bytea';
  bytes: Buffer;
}

export type Payload = JsonPayload | FormPayload | RawPayload;

export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const refuse = () => tooMuch(`The request body is larger than ${limit} bytes`, 413);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw refuse();
  if (!request.body) return Buffer.alloc(0);
  if (request.headers.has('content-length')) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw refuse();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** With `columns` in the query string the document need not be inspected. */
export function parseMutationBody(
  bytes: Buffer,
  contentType: string | null,
  columns?: string[],
): JsonPayload {
  const type = mediaType(contentType);
  if (type === 'application/json') return parseJson(bytes.toString('utf8'), columns);
  if (type === 'text/csv') return rowsToPayload(parseCsv(bytes.toString('utf8')), columns);
  if (type === 'application/x-www-form-urlencoded') {
    const row = Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
    return { kind: 'json', text: JSON.stringify(row), isArray: false, keys: columns ?? Object.keys(row) };
  }
  throw invalidBody(`Content-Type not acceptable: ${contentType}`);
}

export function parseCallBody(bytes: Buffer, contentType: string | null): Payload {
  const type = mediaType(contentType);
  if (type === 'application/json') {
    const text = bytes.toString('utf8');
    return parseArguments(text.trim() === '' ? '{}' : text);
  }
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'form', pairs: [...new URLSearchParams(bytes.toString('utf8'))] };
  }
  if (type === 'text/csv') return rowsToPayload(parseCsv(bytes.toString('utf8')));
  if (type === 'text/plain') return { kind: 'raw', type: 'text', bytes };
  if (type === 'text/xml') return { kind: 'raw', type: 'xml', bytes };
  if (type === 'application/octet-stream') return { kind: 'raw', type: 'bytea', bytes };
  throw invalidBody(`Content-Type not acceptable: ${contentType}`);
}

function mediaType(header: string | null): string {
  return (header ?? 'application/json').split(';')[0]?.trim().toLowerCase() || 'application/json';
}

function parseJson(text: string, columns?: string[]): JsonPayload {
  const value = readJson(text);
  if (!isObject(value) && !Array.isArray(value)) throw invalidBody('Empty or invalid json');
  const keys = columns ?? (Array.isArray(value) ? sharedKeys(value) : Object.keys(value));
  if (keys === undefined) throw invalidBody('All object keys must match');
  return { kind: 'json', text, isArray: Array.isArray(value), keys };
}

/** A function accepts any document; only an object, or the first of a list, has named arguments. */
function parseArguments(text: string): JsonPayload {
  const value = readJson(text);
  const keys = Array.isArray(value) ? (sharedKeys(value) ?? []) : isObject(value) ? Object.keys(value) : [];
  return { kind: 'json', text, isArray: Array.isArray(value), keys };
}

function readJson(text: string): unknown {
  refuseDeepJson(text, 'request body');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

/** The keys of all rows, if they are objects with the same ones. */
function sharedKeys(rows: unknown[]): string[] | undefined {
  const [first] = rows;
  if (first === undefined) return [];
  if (!isObject(first)) return undefined;
  const keys = Object.keys(first);
  const alike = rows.every(
    (row) =>
      isObject(row) &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key)),
  );
  return alike ? keys : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rowsToPayload(rows: Record<string, string | null>[], columns?: string[]): JsonPayload {
  const keys = columns ?? Object.keys(rows[0] ?? {});
  return { kind: 'json', text: JSON.stringify(rows), isArray: true, keys };
}
