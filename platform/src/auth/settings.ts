import type { Providers } from './oauth/provider-settings.ts';

/** At most `hits` within `seconds`. Null: no limit. */
export type Limit = { hits: number; seconds: number } | null;

export interface AuthLimits {
  /** Wrong passwords per account, from one device that signed in to it before. */
  failuresPerDevice: Limit;
  /** Wrong passwords per account, from one client address. */
  failuresPerAddress: Limit;
  /** Wrong passwords per account, from all unknown devices together. */
  failuresPerAccount: Limit;
  /** Wrong emailed or texted codes per account: from one client address or known device, and from all unknown devices. */
  codeTriesPerAddress: Limit;
  codeTriesPerAccount: Limit;
  /** Emails or texts to one recipient: requested from one client address or known device, and by all unknown devices. */
  messagesPerAddress: Limit;
  messagesPerRecipient: Limit;
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
  /** Sign-in pages that ask for a passkey challenge. */
  passkeyChallenges: Limit;
  /** Seconds between two messages of one kind to one recipient; 0: no pause. */
  pauseBetweenMessages: number;
  /** Wrong attempts after which a code is invalid. */
  triesPerCode: number;
}

export interface AuthSettings {
  /** The site's public URL, without a slash at the end; also the default redirect target. */
  url: string;
  /** What authenticators show as the site's name; empty: its host. */
  siteName: string;
  /** Further redirect targets; `*` stays within a dot or slash, `**` does not, `?` is one character. */
  redirectTargets: readonly string[];
  signUpOpen: boolean;
  /** A new account must confirm its email address before the first sign-in. */
  confirmEmail: boolean;
  /**
   * A page of the site that asks before it uses an emailed link, such as `/confirm`. Links to the site lead there, with
   * token_hash, type, email and next in the fragment; without it, they lead to GET /verify as GoTrue's do. With it, the
   * password of a sign-up counts only if the browser that gave it confirms the address (PKCE); everybody else chooses
   * one after confirming.
   */
  confirmationPage: string | undefined;
  /** A change of address is confirmed at the old address too. */
  secureEmailChange: boolean;
  anonymousSignIn: boolean;
  /** A new number is confirmed by a texted code before the first sign-in. */
  confirmPhone: boolean;
  /** Codes of numbers for tests (digits only), to which nothing is sent; none from `testCodesUntil` on. */
  testCodes: ReadonlyMap<string, string>;
  testCodesUntil: Date | undefined;
  passwordMinLength: number;
  /** How old the last proof of identity may be for a change of password, address, identities or factors. */
  recentSeconds: number;
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
  /** Maximum number of passkeys per account. */
  passkeysPerAccount: number;
  /** Lifetime of a challenge of a factor or passkey. */
  factorSeconds: number;
  limits: AuthLimits;
}

const FIVE_MINUTES = 300;
const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;

export const defaultAuthLimits: AuthLimits = {
  failuresPerDevice: { hits: 20, seconds: FIVE_MINUTES },
  // It takes five addresses a day to keep new devices from signing in by password. Emailed links work all the time.
  failuresPerAddress: { hits: 20, seconds: A_DAY },
  failuresPerAccount: { hits: 100, seconds: A_DAY },
  // Ten guesses of a million a day; see docs/decisions/0040-emailed-links.md.
  codeTriesPerAddress: { hits: 5, seconds: A_DAY },
  codeTriesPerAccount: { hits: 10, seconds: A_DAY },
  messagesPerAddress: { hits: 10, seconds: A_DAY },
  messagesPerRecipient: { hits: 30, seconds: A_DAY },
  // Three codes of a million are right at any moment, so 15 attempts an hour are safe.
  failuresPerFactor: { hits: 15, seconds: AN_HOUR },
  // Many households share one address behind a carrier's NAT, so these are wide.
  signIns: { hits: 100, seconds: FIVE_MINUTES },
  signUps: { hits: 100, seconds: FIVE_MINUTES },
  refreshes: { hits: 1800, seconds: FIVE_MINUTES },
  codes: { hits: 30, seconds: FIVE_MINUTES },
  verifications: { hits: 60, seconds: FIVE_MINUTES },
  mails: { hits: 60, seconds: AN_HOUR },
  // Every visit of the sign-in page takes one.
  passkeyChallenges: { hits: 300, seconds: FIVE_MINUTES },
  pauseBetweenMessages: 60,
  triesPerCode: 5,
};

const defaultAuthSettings: Omit<AuthSettings, 'url'> = {
  siteName: '',
  redirectTargets: [],
  signUpOpen: true,
  confirmEmail: true,
  confirmationPage: undefined,
  secureEmailChange: true,
  anonymousSignIn: false,
  confirmPhone: true,
  testCodes: new Map(),
  testCodesUntil: undefined,
  passwordMinLength: 8,
  recentSeconds: AN_HOUR,
  accessTokenSeconds: AN_HOUR,
  refreshReuseSeconds: 10,
  codeSeconds: AN_HOUR,
  flowSeconds: FIVE_MINUTES,
  refusalFloorMs: 250,
  providers: {},
  manualLinking: true,
  factorsPerAccount: 10,
  passkeysPerAccount: 10,
  factorSeconds: FIVE_MINUTES,
  limits: defaultAuthLimits,
};

/** The given settings over the defaults. Only the site's URL has no default. */
export function authSettings(
  given: Partial<Omit<AuthSettings, 'limits'>> & { url: string; limits?: Partial<AuthLimits> },
): AuthSettings {
  return { ...defaultAuthSettings, ...given, limits: { ...defaultAuthLimits, ...given.limits } };
}
