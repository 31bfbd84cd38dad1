import {
  Children,
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

interface ScrollRowProps {
  /** The accessible name of the list. */
  label: string;
  /** One card each; give them keys. */
  children: ReactNode;
  /** Sets the width of a card. */
  itemClassName?: string | undefined;
  className?: string | undefined;
}

const paddle =
  'absolute top-[38%] hidden! border border-line bg-surface-raised text-text shadow-shade hover:border-line-strong pointer-fine:inline-flex!';

/** Cards side by side that snap; the page itself never moves sideways. */
export function ScrollRow({ label, children, itemClassName, className }: ScrollRowProps) {
  const t = useTranslations();
  const row = useRef<HTMLUListElement>(null);
  const [edge, setEdge] = useState({ start: true, end: true });

  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const look = () => {
      const left = Math.abs(list.scrollLeft);
      setEdge({ start: left < 4, end: left + list.clientWidth > list.scrollWidth - 4 });
    };
    const watch = new ResizeObserver(look);
    watch.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      watch.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, []);

  const scroll = (way: 1 | -1) =>
    row.current?.scrollBy({ left: way * row.current.clientWidth * 0.85, behavior: 'smooth' });

  return (
    <div className={cx('relative w-full contain-inline-size', className)}>
      <ul
        ref={row}
        aria-label={label}
        onKeyDown={walk}
        className="relative -my-2 flex snap-x scroll-px-2 gap-3 overflow-x-auto overscroll-x-contain px-2 py-2 [scrollbar-width:none] sm:gap-4 -mx-2"
      >
        {Children.toArray(children).map((child, at) => (
          <li
            key={isValidElement(child) ? child.key : at}
            className={itemClassName ? cx('shrink-0 snap-start', itemClassName) : 'row-card'}
          >
            {child}
          </li>
        ))}
      </ul>
      {/* For a mouse. Keyboards move along the cards, so these are not in the tab order. */}
      {!edge.start && (
        <IconButton
          icon="chevron-left"
          label={t('shell.scroll_back')}
          tabIndex={-1}
          onClick={() => scroll(-1)}
          className={cx(paddle, '-start-3')}
        />
      )}
      {!edge.end && (
        <IconButton
          icon="chevron-right"
          label={t('shell.scroll_forward')}
          tabIndex={-1}
          onClick={() => scroll(1)}
          className={cx(paddle, '-end-3')}
        />
      )}
    </div>
  );
}

/** Left and right move from card to card, as a remote control does. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const item = (event.target as Element).closest('li');
  if (!step || !item || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = step > 0 ? item.nextElementSibling : item.previousElementSibling;
  const card = next?.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (!card) return;
  event.preventDefault();
  card.focus({ preventScroll: true });
  next?.scrollIntoView({ behavior: 'smooth', block: 'nearest', inline: 'nearest' });
}
