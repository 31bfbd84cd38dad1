import type { KeyboardEvent } from 'react';

/** Moves the focus between the cards of a grid with the arrow keys. */
export function moveGridFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const item = (event.target as Element).closest('li');
  const items = [...event.currentTarget.children];
  const index = item ? items.indexOf(item) : -1;
  const secondRow = items.findIndex((other) => top(other) > top(items[0]) + 1);
  const perRow = secondRow < 0 ? items.length : secondRow;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[event.key];
  const card =
    index >= 0 && step && items[index + step]?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (!card) return;
  event.preventDefault();
  card.focus();
}

function top(element: Element | undefined): number {
  return element?.getBoundingClientRect().top ?? 0;
}
