import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Environment } from '../../http/environment.ts';
import { createSeal, type PlainSession } from './sealed-session.ts';

const COOKIE = 'lakou-plain-session';
/** Which header to render; `posted` has the app ask for the session. web/src/lib/session.ts reads it. */
const HINT = 'lakou-hint';
/** The app takes the session over within seconds. Without scripts somebody is signed in for as long as this. */
const LIFE_SECONDS = 3600;

/** The cookie that holds the session of a plain form, and the hint beside it. */
export function createSessionCookie(secret: string, url: string) {
  const isSecure = url.startsWith('https:');
  // No other host and no plain connection can write a cookie with this prefix, so nobody can plant a session of theirs.
  const prefix = isSecure ? { prefix: 'host' as const } : {};
  const hidden: CookieOptions = {
    httpOnly: true,
    secure: isSecure,
    sameSite: 'Strict',
    path: '/',
    ...prefix,
  };
  const open: CookieOptions = { secure: isSecure, sameSite: 'Lax', path: '/' };
  const { seal, open: unseal } = createSeal(secret);

  const sealedIn = (context: Context<Environment>) => getCookie(context, COOKIE, prefix.prefix);
  return {
    isSent: (context: Context<Environment>): boolean => sealedIn(context) !== undefined,
    /** Undefined where there is none that we made, or it has expired. */
    read(context: Context<Environment>): PlainSession | undefined {
      return unseal(sealedIn(context) ?? '');
    },
    /** 'Remember me' decides whether it can outlive the browser. */
    write(context: Context<Environment>, session: Omit<PlainSession, 'expires'>): void {
      const expires = Date.now() + LIFE_SECONDS * 1000;
      const age = session.remember ? { maxAge: LIFE_SECONDS } : {};
      setCookie(context, COOKIE, seal({ ...session, expires }), { ...hidden, ...age });
      setCookie(context, HINT, session.isHalf ? 'posted' : 'in.posted', { ...open, ...age });
    },
    /** `hint` is what stays; without one, nobody is signed in here any more. */
    remove(context: Context<Environment>, hint?: 'in'): void {
      deleteCookie(context, COOKIE, hidden);
      if (hint) setCookie(context, HINT, hint, open);
      else deleteCookie(context, HINT, open);
    },
  };
}
