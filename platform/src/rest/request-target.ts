import { RestError } from './errors.ts';

export type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'function'; name: string };

/** What the path names, below the place where the Data API is mounted. */
export function readTarget(pathname: string, basePath: string): Target {
  const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
  const parts = path.split('/').filter((part, index) => part !== '' || index > 1);
  const [first, second, more] = parts.map(decode);
  if (first === undefined || first === '') return { kind: 'root' };
  if (second === undefined) return { kind: 'table', name: first };
  if (first === 'rpc' && second !== '' && more === undefined) return { kind: 'function', name: second };
  throw new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Reading chooses its schema with `Accept-Profile`, writing with `Content-Profile`; else the first one is meant. */
export function readSchema(request: Request, schemas: readonly string[]): string {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const asked = request.headers.get(reads ? 'accept-profile' : 'content-profile');
  if (asked === null) return schemas[0] ?? 'public';
  if (schemas.includes(asked)) return asked;
  throw new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${asked}`,
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  });
}
