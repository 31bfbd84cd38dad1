import { loadMessages, translate } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { authorDisplayName } from './author.tsx';

const messages = await loadMessages('en');
const deleted = { user_id: null, author_username: null, author_full_name: null, author_avatar_url: null };
const displayName = (
  author: Partial<typeof deleted> | { author_username: string; author_full_name?: string },
) => authorDisplayName({ ...deleted, ...author }, (key, values) => translate(messages, 'en', key, values));

test('an author is shown by full name, else by username, and as Unknown once the account is deleted', () => {
  expect(displayName({ author_full_name: 'Rose Laure', author_username: 'rose' })).toBe('Rose Laure');
  expect(displayName({ author_username: 'rose' })).toBe('rose');
  expect(displayName({})).toBe('Unknown');
});
