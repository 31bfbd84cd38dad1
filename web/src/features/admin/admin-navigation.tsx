import type { MessageKey } from '@lakou/contract/translate';
import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';

type Page = readonly [to: string, name: MessageKey];
const GROUPS: { name: MessageKey; pages: Page[] }[] = [
  {
    name: 'admin.group_overview',
    pages: [
      ['/admin', 'admin.dashboard'],
      ['/admin/statistics', 'admin.numbers'],
    ],
  },
  {
    name: 'admin.group_catalogue',
    pages: [
      ['/admin/movies', 'admin.movies'],
      ['/admin/series', 'admin.series'],
      ['/admin/categories', 'admin.categories'],
    ],
  },
  {
    name: 'admin.group_site',
    pages: [
      ['/admin/front-page', 'admin.front_page'],
      ['/admin/banners', 'admin.banners'],
    ],
  },
  {
    name: 'admin.group_people',
    pages: [
      ['/admin/users', 'admin.users'],
      ['/admin/subscriptions', 'admin.subscriptions'],
      ['/admin/payments', 'admin.payments'],
      ['/admin/vouchers', 'admin.vouchers'],
      ['/admin/messages', 'admin.messages'],
      ['/admin/reports', 'admin.reports'],
    ],
  },
  {
    name: 'admin.group_records',
    pages: [
      ['/admin/quality', 'admin.quality'],
      ['/admin/jobs', 'admin.jobs'],
      ['/admin/audit', 'admin.audit'],
      ['/admin/deleted', 'admin.deleted'],
    ],
  },
];

const isWithin = (path: string, to: string): boolean =>
  path === to || (to !== '/admin' && path.startsWith(`${to}/`));

/** The pages of the admin area by group: beside the page, or behind a button with the current page's name. */
export function AdminNavigation() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const groups = useId();
  const [isOpen, setOpen] = useState(false);
  const current = GROUPS.flatMap(({ pages }) => pages).find(([to]) => isWithin(pathname, to));
  return (
    <nav
      aria-label={t('admin.studio')}
      className="min-w-0 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={groups}
        onClick={() => setOpen(!isOpen)}
        className="w-full justify-between! lg:hidden"
      >
        <span>
          <span className="sr-only">{t('admin.studio')}: </span>
          {t(current?.[1] ?? 'admin.dashboard')}
        </span>
        <Icon name="chevron-down" className={cx('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={groups}
        className={cx(
          'gap-x-6 gap-y-4 max-lg:mt-3 max-lg:grid-cols-2 max-lg:rounded-l max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-4 sm:max-lg:grid-cols-3 lg:grid',
          isOpen ? 'grid' : 'max-lg:hidden',
        )}
      >
        {GROUPS.map(({ name, pages }) => (
          <Group key={name} name={name} pages={pages} />
        ))}
      </div>
    </nav>
  );
}

function Group({ name, pages }: { name: MessageKey; pages: Page[] }) {
  const t = useTranslations();
  const heading = useId();
  return (
    <div className="min-w-0">
      <p id={heading} className="px-3 pb-1 text-sm font-semibold text-soft">
        {t(name)}
      </p>
      <ul aria-labelledby={heading}>
        {pages.map(([to, page]) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/admin'}
              className={({ isActive }) =>
                cx(
                  'flex min-h-11 items-center rounded-m px-3 py-1 leading-tight font-semibold lg:pointer-fine:min-h-9',
                  isActive
                    ? 'bg-surface-raised text-text shadow-[inset_3px_0] shadow-highlight'
                    : 'text-soft hover:bg-surface-raised hover:text-text',
                )
              }
            >
              {t(page)}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
