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

test('the same message twice within a second is shown once', () => {
  const { store, wait, texts } = storeWithClock();
  store.show('error', 'Failed to post reply');
  wait(900);
  store.show('error', 'Failed to post reply');
  expect(texts()).toEqual(['Failed to post reply']);
  wait(1000);
  store.show('error', 'Failed to post reply');
  expect(texts()).toHaveLength(2);
});

test('the same message is shown again when another came between, or in another tone', () => {
  const { store, texts } = storeWithClock();
  store.show('success', 'Added to watchlist');
  store.show('success', 'Removed from watchlist');
  store.show('success', 'Added to watchlist');
  expect(texts()).toHaveLength(3);
  store.show('error', 'Added to watchlist');
  expect(store.current().at(-1)?.tone).toBe('error');
});

test('a toast stays as long as its caller says, and longer with a button', () => {
  const { store } = storeWithClock();
  store.show('info', 'Uploading', { duration: 10_000 });
  store.show('success', 'Saved');
  store.show('success', 'Deleted', { action: { label: 'Undo', onClick: () => {} } });
  const [custom, plain, withButton] = store.current().map(({ duration }) => duration);
  expect(custom).toBe(10_000);
  expect(withButton).toBeGreaterThan(plain!);
});

test('a listener is called on each change, and no longer after it unsubscribes', () => {
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
