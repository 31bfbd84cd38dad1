import type { MessageKey } from '@lakou/contract/translate';
import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';

export function Details({ children }: { children: ReactNode }) {
  return <dl className="grid content-start gap-5">{children}</dl>;
}

export function Detail({ name, children }: { name: MessageKey; children: ReactNode }) {
  const t = useTranslations();
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm text-soft">{t(name)}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

const LANGUAGE_NAMES: Record<string, MessageKey> = {
  ht: 'catalogue.language_ht',
  fr: 'catalogue.language_fr',
  en: 'catalogue.language_en',
  es: 'catalogue.language_es',
};

/** Which language is spoken in a title. */
export function LanguageDetail({ language }: { language: string | null }) {
  const t = useTranslations();
  const name = language && LANGUAGE_NAMES[language];
  return name ? <Detail name="catalogue.spoken_language">{t(name)}</Detail> : null;
}
