import type { Auth } from '../auth.ts';
import { AuthError, invalid } from '../errors.ts';
import { requireStrong } from '../password-rules.ts';
import { type Body, readEmail, readMetadata, readPhone, readText } from '../request.ts';

/** What a holder of the service key can set. Undefined or empty: not sent. */
export interface AccountAttributes {
  email: string;
  phone: string;
  emailConfirm: boolean;
  phoneConfirm: boolean;
  passwordHash: string | undefined;
  role: string;
  userData: Record<string, unknown> | undefined;
  appData: Record<string, unknown> | undefined;
  /** In seconds; 0 lifts a ban. */
  banSeconds: number | undefined;
}

/** The hashes that a sign-in can verify. Keep equal to `compare` in passwords.ts. */
const HASHES = [
  /^\$2[abxy]\$(?:0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/,
  /^\$argon2(?:id|i|d)\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,172}$/,
];

export async function readAttributes(auth: Auth, body: Body): Promise<AccountAttributes> {
  return {
    email: readEmail(body),
    phone: readPhone(body),
    emailConfirm: body.email_confirm === true,
    phoneConfirm: body.phone_confirm === true,
    role: readRole(body),
    userData: readMetadata(body, 'user_metadata'),
    appData: readMetadata(body, 'app_metadata'),
    banSeconds: readBan(body),
    passwordHash: await readPassword(auth, body),
  };
}

async function readPassword(auth: Auth, body: Body): Promise<string | undefined> {
  const password = readText(body, 'password');
  const hash = readText(body, 'password_hash');
  if (password !== '' && hash !== '') throw invalid('Only a password or a password hash should be provided');
  if (hash !== '') {
    if (HASHES.some((kind) => kind.test(hash))) return hash;
    throw invalid('The password hash must be of the form that bcrypt or argon2 writes');
  }
  if (password === '') return undefined;
  requireStrong(password, auth.settings.passwordMinLength);
  return auth.passwords.hash(password);
}

/** The Data API refuses every other role, so an account with one could do nothing. */
function readRole(body: Body): string {
  const role = readText(body, 'role');
  if (['', 'authenticated', 'anon', 'service_role'].includes(role)) return role;
  throw invalid(`role "${role.slice(0, 40)}" does not exist`);
}

const SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const THOUSAND_YEARS = 1000 * 365 * 86_400;

/** A duration as Go writes it (`24h`, `1h30m`), or `none`. */
function readBan(body: Body): number | undefined {
  const text = readText(body, 'ban_duration');
  if (text === '') return undefined;
  if (text === 'none') return 0;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|µs|ns|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) {
    throw new AuthError(400, 'validation_failed', `invalid format for ban duration: ${text.slice(0, 40)}`);
  }
  const seconds = parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
  return Math.min(seconds, THOUSAND_YEARS);
}
