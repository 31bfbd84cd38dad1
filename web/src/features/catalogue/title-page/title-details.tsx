import { ACCESSIBILITY } from '@lakou/contract/media/track-kinds';
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
  accessibility?: string[];
}

/** Which languages are spoken in a title, which can be read under the picture, and what it has for people who do not see or hear. */
export function LanguageDetails({ title }: { title: SpokenTitle }) {
  const t = useTranslations();
  const nameOf = (language: string) => {
    const name = LANGUAGE_NAMES[language];
    return name ? [t(name)] : [];
  };
  const sound = (title.sound_languages ?? []).flatMap(nameOf);
  const spoken = sound.length > 0 ? sound : title.language ? nameOf(title.language) : [];
  const captions = (title.caption_languages ?? []).flatMap(nameOf);
  const accessible = ACCESSIBILITY.filter((kind) => title.accessibility?.includes(kind));
  return (
    <>
      {spoken.length > 0 && <Detail name="catalogue.spoken_language">{spoken.join(', ')}</Detail>}
      {captions.length > 0 && <Detail name="catalogue.caption_languages">{captions.join(', ')}</Detail>}
      {accessible.length > 0 && (
        <Detail name="catalogue.filter_accessibility">
          <ul>
            {accessible.map((kind) => (
              <li key={kind}>{t(`catalogue.accessibility_${kind}`)}</li>
            ))}
          </ul>
        </Detail>
      )}
    </>
  );
}
