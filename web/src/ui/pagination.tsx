import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  className?: string | undefined;
}

const step =
  'inline-flex min-w-11 min-h-11 items-center justify-center gap-1.5 rounded-m px-3 font-semibold tabular-nums';

/** Links to the other pages; nothing when there are none. */
export function Pagination({ page, pages, hrefFor, className }: PaginationProps) {
  const t = useTranslations();
  if (pages <= 1) return null;
  return (
    <nav aria-label={t('shell.pages')} className={className}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step to={page > 1 ? hrefFor(page - 1) : undefined} label={t('shell.previous')} rel="prev">
            <Icon name="chevron-left" />
            <span className="max-sm:sr-only">{t('shell.previous')}</span>
          </Step>
        </li>
        {pageNumbers(page, pages).map((number, at) =>
          number === null ? (
            <li key={`gap-${at === 1 ? 'before' : 'after'}`} aria-hidden="true" className="px-1 text-soft">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={hrefFor(number)}
                aria-label={t('shell.page_number', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                className={cx(
                  step,
                  number === page
                    ? 'bg-highlight text-on-highlight'
                    : 'text-soft hover:bg-surface-raised hover:text-text',
                )}
              >
                {number}
              </Link>
            </li>
          ),
        )}
        <li>
          <Step to={page < pages ? hrefFor(page + 1) : undefined} label={t('shell.next')} rel="next">
            <span className="max-sm:sr-only">{t('shell.next')}</span>
            <Icon name="chevron-right" />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

function Step({
  to,
  label,
  rel,
  children,
}: {
  to: string | undefined;
  label: string;
  rel: string;
  children: ReactNode;
}) {
  if (to === undefined)
    return (
      // biome-ignore lint/a11y/useValidAnchor: the disabled link at the end of the list keeps its space
      <a role="link" aria-disabled="true" aria-label={label} className={cx(step, 'text-soft opacity-60')}>
        {children}
      </a>
    );
  return (
    <Link
      to={to}
      rel={rel}
      aria-label={label}
      className={cx(step, 'text-soft hover:bg-surface-raised hover:text-text')}
    >
      {children}
    </Link>
  );
}
