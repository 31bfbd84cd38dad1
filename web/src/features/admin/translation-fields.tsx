import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';

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
        <OneLanguage key={language} language={language} isTranslated={isTranslated(language)}>
          {children}
        </OneLanguage>
      ))}
    </fieldset>
  );
}

interface OneLanguageProps extends Pick<TranslationFieldsProps, 'children'> {
  language: Language;
  isTranslated: boolean;
}

function OneLanguage({ language, isTranslated, children }: OneLanguageProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const name = t(`admin.language_${language}`);
  return (
    <details
      className="group rounded-m border border-line px-4"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-medium focus-inset">
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
        {name}
        {isTranslated && <Badge tone="muted">{t('admin.translated')}</Badge>}
      </summary>
      {isOpen && (
        <fieldset className="grid gap-4 pb-4">
          <legend className="sr-only">{name}</legend>
          {children(language)}
        </fieldset>
      )}
    </details>
  );
}
