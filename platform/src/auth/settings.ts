import type { Providers } from './oauth/provider-settings.ts';

/** At most so many within so many seconds. Null: no limit. */
export type Limit = { hits: number; seconds: number } | null;

export interface AuthLimits {
  /** Wrong passwords per account. */
  failuresPerAccount: Limit;
  /** Wrong codes per second factor. */
  failuresPerFactor: Limit;
  /** The others are per client address. */
  signIns: Limit;
  signUps: Limit;
  refreshes: Limit;
  /** One-time codes and links asked for. */
  codes: Limit;
  /** Codes and links tried. */
  verifications: Limit;
  mails: Limit;
  /** Seconds between two messages of one kind to one recipient; 0: no pause. */
  pauseBetweenMessages: number;
  /** So many wrong tries kill a code. */
  triesPerCode: number;
}

export interface AuthSettings {
  /** The address people use, without a slash at the end; also where redirects lead when nothing else is allowed. */
  url: string;
  /** Further redirect targets; `*` stays within a dot or slash, `**` does not, `?` is one character. */
  redirectTargets: readonly string[];
  signUpOpen: boolean;
  /** A new account must prove its e-mail address before the first sign-in. */
  confirmEmail: boolean;
  /** A change of address is confirmed at the old address too. */
  secureEmailChange: boolean;
  anonymousSignIn: boolean;
  passwordMinLength: number;
  /** A new password needs a mailed nonce when the session is older than a day. */
  reauthenticateForPassword: boolean;
  accessTokenSeconds: number;
  /** Two tabs that refresh at once: for so long the used token still leads to its successor. */
  refreshReuseSeconds: number;
  /** How long a mailed or texted code or link lives. */
  codeSeconds: number;
  /** How long a PKCE code lives. */
  flowSeconds: number;
  /** A refused password is answered no sooner than this, whatever kind of hash had to be computed. */
  refusalFloorMs: number;
  /** Sign-in through others; a provider without an entry is not enabled. */
  providers: Providers;
  /** Signed-in people may link and unlink providers themselves. */
  manualLinking: boolean;
  /** How many second factors one account may have. */
  factorsPerAccount: number;
  /** How long a second factor may take from the question to the answer. */
  factorSeconds: number;
  limits: AuthLimits;
}

const FIVE_MINUTES = 300;
const AN_HOUR = 3600;

export const defaultAuthLimits: AuthLimits = {
  failuresPerAccount: { hits: 20, seconds: FIVE_MINUTES },
  // Three codes of a million are right at any moment: 15 tries an hour leave a thief of passwords little hope.
  failuresPerFactor: { hits: 15, seconds: AN_HOUR },
  // Many households share one address behind a carrier's translation, so these are wide.
  signIns: { hits: 100, seconds: FIVE_MINUTES },
  signUps: { hits: 100, seconds: FIVE_MINUTES },
  refreshes: { hits: 1800, seconds: FIVE_MINUTES },
  codes: { hits: 30, seconds: FIVE_MINUTES },
  verifications: { hits: 60, seconds: FIVE_MINUTES },
  mails: { hits: 60, seconds: AN_HOUR },
  pauseBetweenMessages: 60,
  triesPerCode: 5,
};

export const defaultAuthSettings: Omit<AuthSettings, 'url'> = {
  redirectTargets: [],
  signUpOpen: true,
  confirmEmail: true,
  secureEmailChange: true,
  anonymousSignIn: false,
  passwordMinLength: 8,
  reauthenticateForPassword: false,
  accessTokenSeconds: AN_HOUR,
  refreshReuseSeconds: 10,
  codeSeconds: AN_HOUR,
  flowSeconds: FIVE_MINUTES,
  refusalFloorMs: 250,
  providers: {},
  manualLinking: true,
  factorsPerAccount: 10,
  factorSeconds: FIVE_MINUTES,
  limits: defaultAuthLimits,
};

/** What was given, over what is usual. Only the address people use has no default. */
export function authSettings(
  given: Partial<Omit<AuthSettings, 'limits'>> & { url: string; limits?: Partial<AuthLimits> },
): AuthSettings {
  return { ...defaultAuthSettings, ...given, limits: { ...defaultAuthLimits, ...given.limits } };
}
