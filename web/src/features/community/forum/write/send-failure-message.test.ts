import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { sendFailureMessage } from './send-failure-message.ts';

const messages = await loadMessages('en');
const refused = (message: string, hint: string | null) => new ApiError(403, { message, code: 'X', hint });

test.each<[what: string, error: unknown, message: string]>([
  ['the server’s own message', refused('asleep', null), 'Failed to create topic: asleep'],
  ['a known reason', refused('x', 'text_too_long'), 'Failed to create topic: This text is too long'],
  [
    'a lost connection',
    new TypeError('Failed to fetch'),
    'An unexpected error occurred: Network error. Please check your internet connection and try again.',
  ],
  ['any other error', new Error('out of memory'), 'An unexpected error occurred: out of memory'],
  ['an error without a message', {}, 'An unexpected error occurred'],
])('a member whose topic was not created is shown %s', (_what, error, message) => {
  expect(sendFailureMessage(error, (key, values) => translate(messages, 'en', key, values))).toBe(message);
});
