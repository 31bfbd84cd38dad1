import { expect, test } from 'vitest';
import { forgetMember } from './forget-member.ts';

function storageOf(entries: Record<string, string>) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a sign-out leaves the settings of the browser, and nothing of the member', () => {
  const local = storageOf({
    'lakou-progress': '[{"viewer":"x"}]',
    'lakou-playing': '[]',
    'lakou-last-contact': 'x 1',
    'lakou-player': '{"volume":1}',
    'lakou-data-used': '{}',
    'lakou-data-films': '{}',
    elsewhere: '1',
  });
  const session = storageOf({ 'lakou-draft:topic': '{}', 'lakou-player-opened': '{}' });
  forgetMember(local, session);
  expect([...local.kept.keys()]).toEqual(['lakou-player', 'lakou-data-used', 'elsewhere']);
  expect([...session.kept.keys()]).toEqual([]);
});
