import { isLanguage } from '@lakou/contract/languages';
import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import type { Film, Series } from '../read-titles.ts';
import { useTranslatedDescription } from '../translated-title.ts';

interface SynopsisProps {
  heading: MessageKey;
  /** Instead of a missing description. */
  empty: MessageKey;
  title: Film | Series;
}

/** What a title is about, in the reader's language; otherwise a note says in which one. */
export function Synopsis({ heading, empty, title }: SynopsisProps) {
  const t = useTranslations();
  const { text, foreign } = useTranslatedDescription(title);
  return (
    <section className="grid content-start gap-3">
      <h2 className="text-heading">{t(heading)}</h2>
      <p className="max-w-prose text-lg leading-relaxed whitespace-pre-line" lang={foreign ?? undefined}>
        {text || t(empty)}
      </p>
      {isLanguage(foreign) && <p className="text-sm text-soft">{t(`catalogue.synopsis_in_${foreign}`)}</p>}
    </section>
  );
}
