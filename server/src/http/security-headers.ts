/** What our pages can request from a device. */
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
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'screen-wake-lock=(self)',
  'serial=()',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ');

/**
 * Set on every response before a service sees the request; pages (with nonces) and uploaded files override them. The
 * policy below is for everything that is not a page.
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

/** For a year. Without includeSubDomains: subdomains can belong to others. */
const HSTS = ['strict-transport-security', 'max-age=31536000'] as const;

/** `secure`: the public address is https. */
export function securityHeaders(secure: boolean): readonly (readonly [string, string])[] {
  return secure ? [...ALWAYS, HSTS] : ALWAYS;
}
