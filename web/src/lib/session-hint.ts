import { readCookie } from './cookies.ts';

/** A cookie for the server, so that the first render has the right header. Not trusted for anything else. */
export interface SessionHint {
  signedIn: boolean;
  admin: boolean;
  subscribed: boolean;
}

export function readHint(cookies: string): SessionHint {
  return hintOf(readCookie('hint', cookies));
}

/** For loaders of members' pages: whether the page is rendered with its public content or only a visitor's frame. */
export function hintsAtMember(request: Request): boolean {
  return readHint(request.headers.get('cookie') ?? '').signedIn;
}

export function hintOf(text: string | undefined): SessionHint {
  const marks = new Set(text?.split('.'));
  return { signedIn: marks.has('in'), admin: marks.has('admin'), subscribed: marks.has('subscribed') };
}

/** `in.admin`: what hintOf reads. */
export function writeHint({ signedIn, admin, subscribed }: SessionHint): string {
  return [signedIn && 'in', admin && 'admin', subscribed && 'subscribed'].filter(Boolean).join('.');
}
