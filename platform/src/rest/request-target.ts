import { RestError } from './errors.ts';

export type Target = { kind: 'root' } | { kind: 'table'; name: string } | { kind: 'function'; name: string };

/** The resource that the path below the mount point names. */
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

/** Reads choose their schema with `Accept-Profile`, writes with `Content-Profile`; the default is the first one. */
export function readSchema(request: Request, schemas: readonly string[]): string {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const requested = request.headers.get(reads ? 'accept-profile' : 'content-profile');
  if (requested === null) return schemas[0] ?? 'public';
  if (schemas.includes(requested)) return requested;
  throw new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${requested}`,
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  });
}
