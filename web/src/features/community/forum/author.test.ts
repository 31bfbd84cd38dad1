import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { nameOf } from './author.tsx';

const words = await loadMessages('en');
const gone = { user_id: null, author_username: null, author_full_name: null, author_avatar_url: null };
const called = (author: Partial<typeof gone> | { author_username: string; author_full_name?: string }) =>
  nameOf({ ...gone, ...author }, (key, values) => translate(words, 'en', key, values));

test('an author is called by full name, else by username, and Unknown once they have left', () => {
  expect(called({ author_full_name: 'Rose Laure', author_username: 'rose' })).toBe('Rose Laure');
  expect(called({ author_username: 'rose' })).toBe('rose');
  expect(called({})).toBe('Unknown');
});
