import type { Dependencies } from '../caching/dependencies.ts';
import { CORS_HEADERS } from './cors.ts';
import { RestError } from './errors.ts';
import type { RestRequest } from './rest-request.ts';

/** Users get different rows from one URL, so shared caches must not store responses. */
const PRIVATE_HEADERS: Record<string, string> = {
  ...CORS_HEADERS,
  'cache-control': 'private, no-cache',
  vary: 'Authorization, apikey, Accept, Accept-Profile, Prefer, Range, Origin',
};

/** What is sent, before it is known whether the client has it already. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string | null;
  /** Of rows that a browser can keep and ask for again. */
  isTagged?: boolean;
  /** What a visitor's answer was made from, where that is known. */
  dependencies?: Dependencies | undefined;
  /** Of a failure. */
  cause?: unknown;
}

export function respond(
  status: number,
  headers: Record<string, string | undefined>,
  body: Answer['body'],
): Answer {
  const all: Record<string, string> = { ...PRIVATE_HEADERS };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all[name] = value;
  const empty = body === null || status === 204 || status === 304;
  if (!empty) all['content-length'] = String(Buffer.byteLength(body));
  return { status, headers: all, body: empty ? null : body };
}

export function respondError(error: RestError, isHead = false): Answer {
  const answer = respond(
    error.status,
    {
      ...error.headers,
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${error.code}`,
    },
    isHead ? null : error.body(),
  );
  return { ...answer, cause: error };
}

/** With several schemas the response names its schema. */
export function contentHeaders({ settings, schema, media }: RestRequest): Record<string, string> {
  return {
    'content-type': media.contentType,
    ...(settings.schemas.length > 1 && { 'content-profile': schema }),
  };
}

/** Applies what a function or trigger set in `response.status` and `response.headers`. */
export function applyResponseSettings(
  headers: Record<string, string | undefined>,
  status: number,
  headersSetting: string | undefined,
  statusSetting: string | undefined,
): { headers: Record<string, string | undefined>; status: number } {
  return {
    headers: { ...headers, ...(headersSetting !== undefined && parseHeaders(headersSetting)) },
    status: statusSetting === undefined ? status : parseStatus(statusSetting),
  };
}

function parseHeaders(setting: string): Record<string, string> {
  const refuse = () =>
    new RestError({
      status: 500,
      code: 'PGRST111',
      message:
        'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    });
  let list: unknown;
  try {
    list = JSON.parse(setting);
  } catch {
    throw refuse();
  }
  if (!Array.isArray(list)) throw refuse();
  const headers: Record<string, string> = {};
  for (const item of list) {
    const entries = typeof item === 'object' && item !== null ? Object.entries(item) : [];
    const [name, value] = entries[0] ?? [];
    if (entries.length !== 1 || name === undefined || typeof value !== 'string') throw refuse();
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\r\n\0]/.test(value)) throw refuse();
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined || key !== 'set-cookie' ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}

function parseStatus(setting: string): number {
  const status = Number(setting);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new RestError({
    status: 500,
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });
}
