import { loadMessages, type MessageKey, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import type { Translate } from '#lib/translations.tsx';
import { authErrorMessage } from './auth-error-message.ts';

const english = await loadMessages('en');
const creole = await loadMessages('ht');
const fallback: MessageKey = 'identity.login_failed';
const inEnglish = (error: unknown) => {
  const t: Translate = (key, blanks) => translate(english, 'en', key, blanks);
  return authErrorMessage(error, { t, fallback });
};
const inCreole = (error: unknown) => {
  const t: Translate = (key, blanks) => translate(creole, 'ht', key, blanks);
  return authErrorMessage(error, { t, fallback });
};

test.each([
  [
    { name: 'AuthRetryableFetchError', message: 'Failed to fetch', status: 0 },
    'Network error. Please check your internet connection and try again.',
  ],
  [{ code: 'invalid_credentials', status: 400, message: 'x' }, 'Invalid login credentials'],
  [{ code: 'session_not_found', status: 403, message: 'x' }, 'Auth session missing!'],
  [
    { name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' },
    'Auth session missing!',
  ],
  [
    { name: 'AuthInvalidJwtError', status: 400, message: 'Invalid JWT structure' },
    'Your session is no longer valid. Please sign in again.',
  ],
  [{ name: 'AuthInvalidTokenResponseError', status: 500, message: 'x' }, 'Auth session or user missing'],
  [
    { name: 'AuthRetryableFetchError', status: 503, message: 'x' },
    'The service is busy, please try again in a moment',
  ],
  [
    { code: 'weak_password', status: 422, message: 'x', reasons: ['length', 'pwned'] },
    'Password must be at least 8 characters long. Password is known to be weak and easy to guess, please choose a different one.',
  ],
  [
    { code: 'weak_password', status: 422, message: 'x', reasons: ['odd'] },
    'This password is too easy to guess',
  ],
  [
    { status: 500, message: 'new row violates row-level security policy for table "profiles"' },
    'Security policy error. Please try again or contact support.',
  ],
  [{ code: 'hook_says_no', status: 422, message: 'Only in Jacmel' }, 'Only in Jacmel'],
  [
    { code: 'unexpected_failure', status: 500, message: 'Unexpected failure' },
    'An error occurred during login',
  ],
  [new Error('a bug'), 'An error occurred during login'],
  [undefined, 'An error occurred during login'],
])('the English message for %j is: %s', (error, message) => {
  expect(inEnglish(error)).toBe(message);
});

test('readers of Kreyòl see the translation, and the server’s message where there is none', () => {
  expect(inCreole({ code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' })).toBe(
    'Imèl la oswa modpas la pa bon',
  );
  expect(inCreole({ code: 'hook_says_no', status: 422, message: 'Only in Jacmel' })).toBe('Only in Jacmel');
  expect(inCreole({ code: 'x', status: 500, message: 'Only in Jacmel' })).toBe(
    'Gen yon erè ki rive pandan koneksyon an',
  );
});
