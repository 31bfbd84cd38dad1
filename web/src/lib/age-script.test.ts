import { messages } from '@lakou/contract/messages/en';
import { expect, test } from 'vitest';
import { relativeAge } from '#ui/relative-age.ts';
import { ageScript } from './age-script.ts';

const MINUTE = 60_000;

/** What the script writes into a `time` element that the browser has read. */
function written(milliseconds: number): { textContent: string; title?: string } {
  const time = {
    dateTime: new Date(Date.now() - milliseconds).toISOString(),
    textContent: 'a date',
    nextSibling: {},
  };
  const document = { querySelectorAll: () => [time] };
  class MutationObserver {
    readonly #notify: () => void;
    constructor(notify: () => void) {
      this.#notify = notify;
    }
    observe(): void {
      this.#notify();
    }
  }
  new Function('document', 'MutationObserver', 'addEventListener', ageScript(messages))(
    document,
    MutationObserver,
    () => {},
  );
  return time;
}

test.each([
  [0.5, 'just now'],
  [1.5, '1 min ago'],
  [59.5, '59 min ago'],
  [60.5, '1 h ago'],
  [23.9 * 60, '23 h ago'],
  [24.1 * 60, '1 day ago'],
  [48.1 * 60, '2 days ago'],
  [6.9 * 24 * 60, '6 days ago'],
])('%s minutes are written as the app writes them', (minutes, text) => {
  expect(relativeAge(minutes * MINUTE)).not.toBeNull();
  expect(written(minutes * MINUTE)).toMatchObject({ textContent: text, title: 'a date' });
});

test('what is older than a week keeps its date', () => {
  expect(relativeAge(7.1 * 24 * 60 * MINUTE)).toBeNull();
  expect(written(7.1 * 24 * 60 * MINUTE)).toMatchObject({ textContent: 'a date' });
});
