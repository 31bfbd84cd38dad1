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
  pt: 'catalogue.language_pt',
};

interface SpokenTitle {
  language: string | null;
  /** Of the video; without one, the title's own language is named. */
  sound_languages?: string[];
  caption_languages?: string[];
}

/** Which languages are spoken in a title, and which can be read under the picture. */
export function LanguageDetails({ title }: { title: SpokenTitle }) {
  const t = useTranslations();
  const nameOf = (language: string) => {
    const name = LANGUAGE_NAMES[language];
    return name ? [t(name)] : [];
  };
  const sound = (title.sound_languages ?? []).flatMap(nameOf);
  const spoken = sound.length > 0 ? sound : title.language ? nameOf(title.language) : [];
  const captions = (title.caption_languages ?? []).flatMap(nameOf);
  return (
    <>
      {spoken.length > 0 && <Detail name="catalogue.spoken_language">{spoken.join(', ')}</Detail>}
      {captions.length > 0 && <Detail name="catalogue.caption_languages">{captions.join(', ')}</Detail>}
    </>
  );
}
