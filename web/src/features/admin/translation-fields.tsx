import { LANGUAGES, type Language } from '@lakou/contract/languages';
import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';

interface TranslationFieldsProps {
  /** The language of the original, which needs no translation. */
  original?: string | undefined;
  isTranslated: (language: Language) => boolean;
  /** The fields of one language. */
  children: (language: Language) => ReactNode;
}

/** One part per language, folded until it is needed. */
export function TranslationFields({ original, isTranslated, children }: TranslationFieldsProps) {
  const t = useTranslations();
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 rounded-m border border-line p-5">
      <legend className="px-2 font-semibold">{t('admin.translations')}</legend>
      <p className="text-sm text-soft">{t('admin.translations_hint')}</p>
      {LANGUAGES.filter((language) => language !== original).map((language) => (
        <details key={language} className="rounded-m border border-line px-4">
          <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-medium focus-inset">
            {t(`admin.language_${language}`)}
            {isTranslated(language) && <Badge tone="muted">{t('admin.translated')}</Badge>}
          </summary>
          <div className="grid gap-4 pb-4" lang={language}>
            {children(language)}
          </div>
        </details>
      ))}
    </fieldset>
  );
}
