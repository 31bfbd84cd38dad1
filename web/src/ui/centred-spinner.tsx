import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { NeedsScript } from './needs-script.tsx';
import { Spinner } from './spinner.tsx';

/** For a page that is loading. As tall as the screen, so that the footer does not jump. */
export function CentredSpinner({
  label,
  className,
  plain = <NeedsScript />,
}: {
  label?: string | undefined;
  className?: string | undefined;
  /** What is there without JavaScript. */
  plain?: ReactNode;
}) {
  const t = useTranslations();
  return (
    <div
      className={cx(
        'grid min-h-dvh content-start justify-items-center pt-[25vh] text-highlight-text',
        className,
      )}
    >
      <Spinner label={label ?? t('shell.loading')} className="text-4xl noscript:hidden" />
      {plain}
    </div>
  );
}
