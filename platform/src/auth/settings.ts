import type { Providers } from './oauth/provider-settings.ts';

/** At most `hits` within `seconds`. Null: no limit. */
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
  /** Requests for one-time codes and links. */
  codes: Limit;
  /** Attempts to use codes and links. */
  verifications: Limit;
  mails: Limit;
  /** Seconds between two messages of one kind to one recipient; 0: no pause. */
  pauseBetweenMessages: number;
  /** Wrong attempts after which a code is invalid. */
  triesPerCode: number;
}

export interface AuthSettings {
  /** The site's public URL, without a slash at the end; also the default redirect target. */
  url: string;
  /** Further redirect targets; `*` stays within a dot or slash, `**` does not, `?` is one character. */
  redirectTargets: readonly string[];
  signUpOpen: boolean;
  /** A new account must confirm its email address before the first sign-in. */
  confirmEmail: boolean;
  /** A change of address is confirmed at the old address too. */
  secureEmailChange: boolean;
  anonymousSignIn: boolean;
  passwordMinLength: number;
  /** A password change needs an emailed nonce when the session is older than a day. */
  reauthenticateForPassword: boolean;
  accessTokenSeconds: number;
  /** How long a used refresh token still returns its successor, for two tabs that refresh at once. */
  refreshReuseSeconds: number;
  /** Lifetime of an emailed or texted code or link. */
  codeSeconds: number;
  /** Lifetime of a PKCE code. */
  flowSeconds: number;
  /** A wrong password is answered no sooner than this, so that the time does not reveal the kind of hash. */
  refusalFloorMs: number;
  /** External providers; one without an entry is disabled. */
  providers: Providers;
  /** Users can link and unlink providers themselves. */
  manualLinking: boolean;
  /** Maximum number of second factors per account. */
  factorsPerAccount: number;
  /** Lifetime of a factor's challenge. */
  factorSeconds: number;
  limits: AuthLimits;
}

const FIVE_MINUTES = 300;
const AN_HOUR = 3600;

export const defaultAuthLimits: AuthLimits = {
  failuresPerAccount: { hits: 20, seconds: FIVE_MINUTES },
  // Three codes of a million are right at any moment, so 15 attempts an hour are safe.
  failuresPerFactor: { hits: 15, seconds: AN_HOUR },
  // Many households share one address behind a carrier's NAT, so these are wide.
  signIns: { hits: 100, seconds: FIVE_MINUTES },
  signUps: { hits: 100, seconds: FIVE_MINUTES },
  refreshes: { hits: 1800, seconds: FIVE_MINUTES },
  codes: { hits: 30, seconds: FIVE_MINUTES },
  verifications: { hits: 60, seconds: FIVE_MINUTES },
  mails: { hits: 60, seconds: AN_HOUR },
  pauseBetweenMessages: 60,
  triesPerCode: 5,
};

const defaultAuthSettings: Omit<AuthSettings, 'url'> = {
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

/** The given settings over the defaults. Only the site's URL has no default. */
export function authSettings(
  given: Partial<Omit<AuthSettings, 'limits'>> & { url: string; limits?: Partial<AuthLimits> },
): AuthSettings {
  return { ...defaultAuthSettings, ...given, limits: { ...defaultAuthLimits, ...given.limits } };
}
