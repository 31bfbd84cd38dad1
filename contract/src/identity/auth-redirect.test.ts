import { expect, test } from 'vitest';
import { readAuthRedirect, withoutAuthParams } from './auth-redirect.ts';

const at = (path: string) => new URL(path, 'https://lakou.example');
const TOKENS = 'access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer';

test('reads the session and the flow of an email link', () => {
  expect(readAuthRedirect(at(`/#${TOKENS}&type=signup`))).toEqual({
    flow: 'signup',
    code: null,
    tokens: { access_token: 'a.b.c', refresh_token: 'r' },
    refusal: null,
    awaitsOtherLink: false,
  });
});

test.each([
  ['/#error=access_denied&error_code=otp_expired&error_description=Gone', 'otp_expired'],
  ['/?error=server_error&error_code=identity_already_exists#error=server_error', 'identity_already_exists'],
  ['/films?error=access_denied', 'access_denied'],
])('reads the error code from %s', (path, refusal) => {
  expect(readAuthRedirect(at(path))).toMatchObject({ refusal, tokens: null });
});

test('reads the code of a sign-in provider', () => {
  expect(readAuthRedirect(at('/films?code=abc'))).toMatchObject({ code: 'abc', tokens: null });
});

test('recognises the first of two confirmations of an email change', () => {
  expect(readAuthRedirect(at('/#message=Confirmation+link+accepted'))).toMatchObject({
    awaitsOtherLink: true,
  });
});

test.each(['/', '/#main', '/films?genre=Drama', `/?${TOKENS}`, '/#access_token=a.b.c'])(
  'reads nothing from %s',
  (path) => {
    expect(readAuthRedirect(at(path))).toBeNull();
  },
);

test.each([
  [`/films?genre=Drama#${TOKENS}`, '/films?genre=Drama'],
  ['/?error=x&error_code=y&error_description=z#error=x&error_code=y', '/'],
  ['/films?genre=Drama&code=abc', '/films?genre=Drama'],
  ['/forum?page=2#reply-3', '/forum?page=2#reply-3'],
])('%s becomes %s without auth parameters', (path, shown) => {
  expect(withoutAuthParams(at(path))).toBe(shown);
});
