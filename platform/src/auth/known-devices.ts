import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Auth } from './auth.ts';

/**
 * A browser that signed in to an account gets a cookie by which that account knows it again. It is no proof of identity:
 * it only keeps strangers' wrong passwords from locking the owner out. Clients on other origins send no cookies, so they
 * count as unknown.
 */
const COOKIE = 'known_device';
const LIFE_DAYS = 180;
const PER_ACCOUNT = 10;

/** The hash of the request's device token, if that device signed in to this account before. */
export async function findKnownDevice(
  auth: Auth,
  context: Context,
  address: string,
): Promise<string | undefined> {
  const token = getCookie(context, COOKIE);
  if (!token) return undefined;
  const [known] = await auth.database.query<{ token_hash: string }>(
    `select d.token_hash from platform.known_devices d join auth.users u on u.id = d.user_id
     where d.token_hash = $1 and $2 in (u.email, u.phone) and u.deleted_at is null
       and d.used_at > now() - make_interval(days => $3)`,
    [hashOf(token), address, LIFE_DAYS],
  );
  return known?.token_hash;
}

/** To be called after every sign-in. The token is replaced each time, for the device's other accounts too. */
export async function rememberDevice(auth: Auth, context: Context, userId: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const old = getCookie(context, COOKIE);
  if (old) {
    await auth.database.query('update platform.known_devices set token_hash = $2 where token_hash = $1', [
      hashOf(old),
      hashOf(token),
    ]);
  }
  await auth.database.query(
    `with used as (
       insert into platform.known_devices (token_hash, user_id) values ($1, $2)
       on conflict (token_hash, user_id) do update set used_at = now()
     )
     delete from platform.known_devices where user_id = $2 and token_hash <> $1 and token_hash not in (
       select token_hash from platform.known_devices where user_id = $2 and token_hash <> $1
       order by used_at desc limit $3)`,
    [hashOf(token), userId, PER_ACCOUNT - 1],
  );
  setCookie(context, COOKIE, token, {
    httpOnly: true,
    sameSite: 'Strict',
    secure: auth.settings.url.startsWith('https:'),
    path: '/auth/v1',
    maxAge: LIFE_DAYS * 24 * 3600,
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
