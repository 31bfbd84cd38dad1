import { type Client, callerClient } from './clients.ts';
import { Refusal } from './refusal.ts';

export interface Caller {
  id: string;
  email?: string;
  /** The database with the caller's own token. */
  client: Client;
}

/** Authenticate: a signed-in person. */
export function requireCaller(request: Request): Caller {
  const caller = optionalCaller(request);
  if (!caller) throw new Refusal(401, 'not_authenticated');
  return caller;
}

/** Authenticate, where visitors are welcome: undefined without a token, or with a public key alone. */
export function optionalCaller(request: Request): Caller | undefined {
  const { sub, email } = readClaims(request);
  if (!sub) return undefined;
  return { id: sub, ...(email && { email }), client: callerClient(request) };
}

/** Authenticate: the service key alone. */
export function requireServiceRole(request: Request): void {
  if (readClaims(request).role !== 'service_role') throw new Refusal(403, 'no_access');
}

/** As the host, or the gateway of Supabase, saw it. */
export function callerAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
}

interface Claims {
  sub?: string;
  email?: string;
  role?: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The host has verified the bearer token; here it is only read. A header in another form was not verified and is ignored. */
function readClaims(request: Request): Claims {
  const header = request.headers.get('authorization') ?? '';
  const [, payload] = /^bearer\s+[\w-]+\.([\w-]+)\.[\w-]*$/i.exec(header.trim()) ?? [];
  if (!payload) return {};
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
  const { sub, ...claims } = JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  return typeof sub === 'string' && uuid.test(sub) ? { sub, ...claims } : claims;
}
