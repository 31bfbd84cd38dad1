import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';

const dress =
  'underline decoration-highlight decoration-2 underline-offset-[0.22em] hover:decoration-action rounded-s font-medium';

/** A link inside text. Links to other sites open in a new tab and say so. */
export function TextLink({
  to,
  state,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: LinkProps['state'] }) {
  const t = useTranslations();
  if (/^https?:/.test(to))
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" className={cx(dress, className)} {...rest}>
        {children} <span className="sr-only">{t('shell.opens_new_tab')}</span>
      </a>
    );
  if (/^[a-z]+:/i.test(to))
    return (
      <a href={to} className={cx(dress, className)} {...rest}>
        {children}
      </a>
    );
  return (
    <Link to={to} state={state} className={cx(dress, className)} {...rest}>
      {children}
    </Link>
  );
}
