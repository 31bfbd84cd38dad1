import fc from 'fast-check';
import { type Fields, headerValue, jsonBody, oneOf, piece } from './atoms.ts';
import { type EndpointTemplate, headersOf, query, rarely, type Targets } from './endpoint-template.ts';

const PLACES = [
  ...['signup', 'token?grant_type=password', 'token?grant_type=refresh_token', 'token?grant_type=pkce'],
  ...[
    'token?grant_type=id_token',
    'otp',
    'magiclink',
    'verify',
    'recover',
    'resend',
    'user',
    'reauthenticate',
  ],
  ...[
    'logout',
    'logout?scope=global',
    'sso',
    'authorize',
    'callback',
    'user/identities',
    'factors',
    'invite',
  ],
  ...['user/identities/authorize', 'admin/users', 'admin/generate_link', 'admin/audit', 'settings', 'health'],
  ...['.well-known/jwks.json', 'oauth/x', 'admin/custom-providers/x'],
];

const ACCOUNT: Fields = {
  email: ['member@lakou.test', 'new@example.test', 'other@example.test'],
  password: ['lakou-demo', 'yon-modpas-ki-long'],
  phone: ['50912345678'],
  data: [{ full_name: 'Mari' }],
  type: ['signup', 'recovery', 'magiclink', 'email', 'email_change', 'sms', 'invite'],
  token: ['123456'],
  token_hash: [],
  refresh_token: ['abcdefghijkl'],
  auth_code: ['00000000-0000-4000-8000-000000000000'],
  nonce: ['123456'],
  code_verifier: [],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  code_challenge_method: ['s256'],
  create_user: [true],
  options: [{ email_redirect_to: 'https://evil.example' }],
  provider: ['google', 'facebook'],
  id_token: ['a.b.c'],
  factor_type: ['totp'],
  friendly_name: ['phone'],
  code: ['123456'],
  challenge_id: [],
  new_email: ['next@example.test'],
  ban_duration: ['1h', 'none'],
  app_metadata: [{ role: 'admin' }],
  user_metadata: [{ a: 1 }],
  role: ['authenticated', 'service_role', 'postgres'],
  id: ['00000000-0000-4000-8000-0000000000ff'],
  email_confirm: [true],
  should_soft_delete: [true],
};

export function auth(): EndpointTemplate {
  const place = fc.oneof(
    { weight: 6, arbitrary: oneOf(...PLACES) },
    fc.tuple(oneOf('factors', 'admin/users', 'user/identities'), piece).map((two) => two.join('/')),
    piece.map((id) => `factors/${id}/verify`),
    piece.map((id) => `admin/users/${id}/factors`),
  );
  const names = oneOf(
    ...Object.keys(ACCOUNT),
    'state',
    'error',
    'page',
    'per_page',
    'grant_type',
    'redirect_to',
    'scopes',
  );
  const path = fc
    .tuple(place, query(names, piece))
    .map(([where, asked]) => `/auth/v1/${where}${where.includes('?') ? '&' : '?'}${asked}`);
  return {
    methods: ['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'],
    pathAndBody: fc.tuple(path, jsonBody(ACCOUNT)),
  };
}

const ORDER: Fields = {
  id: ['f1000000-0000-4000-8000-000000000002', 'f1000000-0000-4000-8000-000000000001'],
  mediaType: ['movie', 'series', 'episode'],
  type: ['purchase', 'rental', 'subscription'],
  price: [1],
  title: ['x'],
  priceId: ['monthly', 'yearly'],
  orderId: ['00000000-0000-4000-8000-000000000000'],
  renews: [true, false],
  replaces: [],
  data: [{ object: {} }],
  thumbnailUrl: ['/x.jpg'],
  password: ['lakou-demo'],
};

export function functions({ edge }: Targets): EndpointTemplate {
  const path = fc
    .tuple(fc.oneof({ weight: 9, arbitrary: oneOf(...edge) }, piece), rarely(piece))
    .map(([name, more]) => `/functions/v1/${name}${more === undefined ? '' : `/${more}`}`);
  return {
    methods: ['POST', 'POST', 'POST', 'GET', 'DELETE'],
    pathAndBody: fc.tuple(path, jsonBody(ORDER)),
    headers: headersOf({
      'stripe-signature': rarely(headerValue),
      'sandbox-signature': rarely(
        fc.oneof(
          headerValue,
          headerValue.map((text) => `t=${text},v1=${text}`),
        ),
      ),
      'sec-fetch-site': rarely(oneOf('same-origin', 'cross-site')),
      origin: rarely(headerValue),
      'idempotency-key': rarely(headerValue),
    }),
  };
}
