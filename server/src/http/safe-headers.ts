/** What a page of ours may ask a device for; whatever is not named here, no page gets. */
const PERMISSIONS = [
  'accelerometer=()',
  'autoplay=(self)',
  'browsing-topics=()',
  'camera=()',
  'display-capture=()',
  'encrypted-media=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'picture-in-picture=(self)',
  'publickey-credentials-get=()',
  'screen-wake-lock=(self)',
  'serial=()',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ');

/**
 * Stand on every answer, whoever gives it: the door puts them there first, and a service that knows better (a page
 * with its nonces, a file somebody uploaded) writes its own over them. The policy below fits whatever is not a page.
 */
const ALWAYS: readonly (readonly [string, string])[] = [
  [
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['permissions-policy', PERMISSIONS],
  ['cross-origin-opener-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
];

/** For a year, this name by https alone. Not for names below it: those may not be ours to promise for. */
const BY_HTTPS_ALONE = ['strict-transport-security', 'max-age=31536000'] as const;

/** `secure`: people come by https, so they may be told never to come otherwise. */
export function safeHeaders(secure: boolean): readonly (readonly [string, string])[] {
  return secure ? [...ALWAYS, BY_HTTPS_ALONE] : ALWAYS;
}
