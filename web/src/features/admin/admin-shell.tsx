import type { MessageKey } from '@lakou/contract/translate';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Breadcrumb, type Crumb } from '#ui/breadcrumb.tsx';
import { cx } from '#ui/class-names.ts';

const PAGES: { to: string; name: MessageKey }[] = [
  { to: '/admin', name: 'admin.dashboard' },
  { to: '/admin/front-page', name: 'admin.front_page' },
  { to: '/admin/movies', name: 'admin.movies' },
  { to: '/admin/series', name: 'admin.series' },
  { to: '/admin/users', name: 'admin.users' },
  { to: '/admin/subscriptions', name: 'admin.subscriptions' },
  { to: '/admin/messages', name: 'admin.messages' },
  { to: '/admin/reports', name: 'admin.reports' },
  { to: '/admin/jobs', name: 'admin.jobs' },
  { to: '/admin/audit', name: 'admin.audit' },
];

interface AdminShellProps {
  title: string;
  /** Breadcrumbs between the dashboard and this page. */
  path?: Crumb[];
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of every admin page: navigation, breadcrumbs and heading. */
export function AdminShell({ title, path = [], actions, children }: AdminShellProps) {
  const t = useTranslations();
  const navigation = useRef<HTMLUListElement>(null);
  // On a phone the navigation is one scrolling line; scroll the current page into view.
  useEffect(() => {
    const current = navigation.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (navigation.current && current)
      navigation.current.scrollLeft =
        current.offsetLeft + current.offsetWidth / 2 - navigation.current.clientWidth / 2;
  }, []);
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-10 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10">
      <Head title={title} hidden />
      <nav aria-label={t('admin.studio')} className="min-w-0 lg:sticky lg:top-28 lg:self-start">
        <ul
          ref={navigation}
          className="relative flex gap-1 max-sm:overflow-x-auto max-sm:pe-12 max-sm:pb-2 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-3rem),transparent)] max-sm:[scrollbar-width:thin] sm:flex-wrap lg:flex-col lg:flex-nowrap"
        >
          {PAGES.map(({ to, name }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/admin'}
                className={({ isActive }) =>
                  cx(
                    'flex min-h-11 items-center rounded-m px-3.5 font-semibold whitespace-nowrap',
                    isActive
                      ? 'bg-surface-raised text-text shadow-[inset_0_-3px] shadow-highlight lg:shadow-[inset_3px_0]'
                      : 'text-soft hover:bg-surface-raised hover:text-text',
                  )
                }
              >
                {t(name)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 content-start gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            {path.length > 0 && (
              <Breadcrumb
                crumbs={[{ label: t('admin.dashboard'), to: '/admin' }, ...path, { label: title }]}
              />
            )}
            <h1 className="text-title">{title}</h1>
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
