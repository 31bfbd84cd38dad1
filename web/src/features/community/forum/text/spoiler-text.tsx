import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';

/** A button that reveals the spoiler. The text is not in the DOM before. */
export function SpoilerText({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  if (shown) return <span className="rounded-s bg-surface-raised px-1">{children}</span>;
  return (
    <button
      type="button"
      onClick={() => setShown(true)}
      className="sequins min-h-6 rounded-s border border-dashed border-line-strong bg-surface-raised px-2 align-baseline text-sm font-medium"
    >
      {t('community.spoiler')}
    </button>
  );
}
