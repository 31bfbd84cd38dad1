import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';

/** Behind a curtain until the reader lifts it. What is behind is not in the page before. */
export function SpoilerText({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const [shown, show] = useState(false);
  if (shown) return <span className="rounded-s bg-surface-raised px-1">{children}</span>;
  return (
    <button
      type="button"
      onClick={() => show(true)}
      className="sequins min-h-6 rounded-s border border-dashed border-line-strong bg-surface-raised px-2 align-baseline text-sm font-medium"
    >
      {t('community.spoiler')}
    </button>
  );
}
