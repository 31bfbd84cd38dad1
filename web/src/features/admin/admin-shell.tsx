import type { ReactNode } from 'react';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Breadcrumb, type Crumb } from '#ui/breadcrumb.tsx';
import { AdminNavigation } from './admin-navigation.tsx';

interface AdminShellProps {
  title: string;
  /** Breadcrumbs between the dashboard and this page. */
  path?: Crumb[];
  /** Below the heading. */
  text?: string;
  /** Beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of every admin page: navigation, breadcrumbs and heading. */
export function AdminShell({ title, path = [], text, actions, children }: AdminShellProps) {
  const t = useTranslations();
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-6 py-6 sm:py-10 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10">
      <Head title={title} hidden />
      <AdminNavigation />
      <div className="grid min-w-0 content-start gap-6">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1">
            {path.length > 0 && (
              <Breadcrumb
                crumbs={[{ label: t('admin.dashboard'), to: '/admin' }, ...path, { label: title }]}
              />
            )}
            <h1 className="text-title">{title}</h1>
            {text && <p className="max-w-prose text-soft">{text}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
