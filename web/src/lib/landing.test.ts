import { expect, test } from 'vitest';
import { readLanding, withoutLanding } from './landing.ts';

const at = (path: string) => new URL(path, 'https://lakou.example');
const TOKENS = 'access_token=a.b.c&expires_in=3600&refresh_token=r&token_type=bearer';

test('a link from a mail brings a session and its errand', () => {
  expect(readLanding(at(`/#${TOKENS}&type=signup`))).toEqual({
    errand: 'signup',
    tokens: { access_token: 'a.b.c', refresh_token: 'r' },
    refusal: null,
    halfway: false,
  });
});

test.each([
  ['/#error=access_denied&error_code=otp_expired&error_description=Gone', 'otp_expired'],
  ['/?error=server_error&error_code=identity_already_exists#error=server_error', 'identity_already_exists'],
  ['/films?error=access_denied', 'access_denied'],
])('a refusal is read from %s', (path, refusal) => {
  expect(readLanding(at(path))).toMatchObject({ refusal, tokens: null });
});

test('half of a change of address is told as such', () => {
  expect(readLanding(at('/#message=Confirmation+link+accepted'))).toMatchObject({ halfway: true });
});

test.each(['/', '/#main', '/films?genre=Drama', `/?${TOKENS}`, '/#access_token=a.b.c'])(
  'nothing is read from %s',
  (path) => {
    expect(readLanding(at(path))).toBeNull();
  },
);

test.each([
  [`/films?genre=Drama#${TOKENS}`, '/films?genre=Drama'],
  ['/?error=x&error_code=y&error_description=z#error=x&error_code=y', '/'],
  ['/forum?page=2#reply-3', '/forum?page=2#reply-3'],
])('%s is shown as %s', (path, shown) => {
  expect(withoutLanding(at(path))).toBe(shown);
});
