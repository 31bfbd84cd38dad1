import { expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

function storeWithClock() {
  let time = 0;
  const store = createToastStore(() => time);
  return {
    store,
    wait: (ms: number) => {
      time += ms;
    },
    texts: () => store.current().map(({ text }) => text),
  };
}

test('a reader never has more than three toasts before them; the oldest goes', () => {
  const { store, texts } = storeWithClock();
  for (const text of ['one', 'two', 'three', 'four']) store.show('info', text);
  expect(texts()).toEqual(['two', 'three', 'four']);
});

test('the same sentence twice within a second is said once', () => {
  const { store, wait, texts } = storeWithClock();
  store.show('error', 'Failed to post reply');
  wait(900);
  store.show('error', 'Failed to post reply');
  expect(texts()).toEqual(['Failed to post reply']);
  wait(1000);
  store.show('error', 'Failed to post reply');
  expect(texts()).toHaveLength(2);
});

test('the same sentence is said again when another came between, or in another tone', () => {
  const { store, texts } = storeWithClock();
  store.show('success', 'Added to watchlist');
  store.show('success', 'Removed from watchlist');
  store.show('success', 'Added to watchlist');
  expect(texts()).toHaveLength(3);
  store.show('error', 'Added to watchlist');
  expect(store.current().at(-1)?.tone).toBe('error');
});

test('a toast stays as long as its caller asked, and longer when there is something to press', () => {
  const { store } = storeWithClock();
  store.show('info', 'Uploading', { duration: 10_000 });
  store.show('success', 'Saved');
  store.show('success', 'Deleted', { action: { label: 'Undo', onClick: () => {} } });
  const [asked, plain, pressable] = store.current().map(({ duration }) => duration);
  expect(asked).toBe(10_000);
  expect(pressable).toBeGreaterThan(plain!);
});

test('whoever listens hears of each change, and no longer after leaving', () => {
  const { store, texts } = storeWithClock();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.show('info', 'one');
  store.dismiss(store.current()[0]!.id);
  store.dismiss(12345);
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  store.show('info', 'two');
  expect(listener).toHaveBeenCalledTimes(2);
  expect(texts()).toEqual(['two']);
});
