import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

interface SectionHeadProps {
  title: ReactNode;
  /** `name`: the accessible name, where the label alone does not say what it leads to. */
  link?: { to: string; label: string; name?: string } | undefined;
  /** For `aria-labelledby` of the section. */
  id?: string | undefined;
  level?: 1 | 2 | 3 | undefined;
  text?: ReactNode;
  className?: string | undefined;
}

/** A section's heading below a tap-tap band. */
export function SectionHead({ title, link, id, level = 2, text, className }: SectionHeadProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx('grid gap-3', className)}>
      <div className="taptap-band w-24" aria-hidden="true" />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1">
        <Heading id={id} className={level === 1 ? 'text-title' : 'text-heading'}>
          {title}
        </Heading>
        {link && (
          <Link
            to={link.to}
            aria-label={link.name}
            className="group inline-flex min-h-11 items-center gap-1.5 rounded-s font-semibold text-soft hover:text-text"
          >
            {link.label}
            <Icon name="arrow-right" className="transition-transform group-hover:translate-x-1" />
          </Link>
        )}
      </div>
      {text && <p className="max-w-prose text-soft">{text}</p>}
    </div>
  );
}
