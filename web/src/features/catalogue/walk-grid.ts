import type { KeyboardEvent } from 'react';

/** Moves the focus from card to card; up and down go to the card that stands there. */
export function walkGrid(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const item = (event.target as Element).closest('li');
  const items = [...event.currentTarget.children];
  const at = item ? items.indexOf(item) : -1;
  const second = items.findIndex((other) => top(other) > top(items[0]) + 1);
  const perRow = second < 0 ? items.length : second;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[event.key];
  const card =
    at >= 0 && step && items[at + step]?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (!card) return;
  event.preventDefault();
  card.focus();
}

function top(element: Element | undefined): number {
  return element?.getBoundingClientRect().top ?? 0;
}
