import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from './icon.tsx';

export interface Crumb {
  label: string;
  to?: string | undefined;
}

/** The path to this page, which is the last item. */
export function Breadcrumb({
  crumbs,
  className,
}: {
  crumbs: readonly Crumb[];
  className?: string | undefined;
}) {
  const t = useTranslations();
  return (
    <nav aria-label={t('shell.breadcrumb')} className={className}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-soft">
        {crumbs.map(({ label, to }, at) => (
          <li key={to ?? label} className="flex min-w-0 items-center gap-1.5">
            {at > 0 && <Icon name="chevron-right" className="size-3.5" />}
            {to === undefined ? (
              <span aria-current="page" className="my-2 line-clamp-1 break-all text-text">
                {label}
              </span>
            ) : (
              <Link to={to} className={'rounded-s py-2 hover:text-text hover:underline pointer-coarse:py-3'}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
