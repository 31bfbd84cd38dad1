import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { SequinPanel } from '#ui/art/sequin-panel.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';

interface SuccessPanelProps {
  picture: ReactNode;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

/** Shown once the ledger has the payment. Always in the dark theme. */
export function SuccessPanel({ picture, text, action, children }: SuccessPanelProps) {
  const t = useTranslations();
  return (
    <div className="page-width max-w-5xl! py-10 sm:py-16" role="status">
      <div
        data-theme="dark"
        className="relative isolate overflow-hidden rounded-l bg-indigo! text-on-indigo shadow-shade"
      >
        <SequinPanel className="absolute inset-0 -z-10 opacity-35" />
        <TaptapBand pattern="petals" className="block h-5 w-full" />
        <div className="grid items-center gap-8 p-6 sm:grid-cols-[auto_1fr] sm:gap-12 sm:p-12">
          {picture}
          <div className="grid justify-items-start gap-5">
            <h1 className="text-title">{t('commerce.success_title')}</h1>
            <p className="max-w-[40ch] text-lg">{text}</p>
            {children}
            <div className="mt-2 flex w-full flex-wrap gap-3 max-sm:*:grow">{action}</div>
          </div>
        </div>
        <TaptapBand pattern="petals" className="block h-5 w-full" />
      </div>
    </div>
  );
}
