import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import type { Advertisement } from './read-home.ts';

interface AdvertisementLinkProps {
  advertisement: Advertisement;
  className: string;
  /** The picture, whose alternative text is the advertisement's title. */
  children: ReactNode;
}

/** Opens external links in a new tab and internal ones in this tab; without a link it is a plain box. */
export function AdvertisementLink({
  advertisement: { link, title },
  className,
  children,
}: AdvertisementLinkProps) {
  const t = useTranslations();
  const name = title || t('shell.advertisement');
  if (!link) return <div className={className}>{children}</div>;
  if (link.startsWith('/'))
    return (
      <Link to={link} aria-label={name} className={className}>
        {children}
      </Link>
    );
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer sponsored"
      aria-label={`${name} ${t('shell.opens_new_tab')}`}
      className={className}
    >
      {children}
    </a>
  );
}
