import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Icon } from './icon.tsx';
import { Select } from './select.tsx';

/** Each language under its own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  ht: 'Kreyòl',
  fr: 'Français',
  en: 'English',
  es: 'Español',
};

export function LanguageChoice({ compact = false }: { compact?: boolean }) {
  const t = useTranslations();
  const { language, setLanguage } = useLanguage();
  const hydrated = useHydrated();
  const options = LANGUAGES.map((one) => (
    <option key={one} value={one} lang={one}>
      {LANGUAGE_NAMES[one]}
    </option>
  ));
  const props = {
    'aria-label': t('shell.language'),
    value: language,
    disabled: !hydrated,
    onChange: ({ target }: { target: { value: string } }) => void setLanguage(target.value as Language),
  };
  if (!compact)
    return (
      <>
        <Select {...props} className="noscript:hidden">
          {options}
        </Select>
        <noscript>
          {LANGUAGES.map((one) => (
            <a key={one} href={`?lang=${one}`} lang={one} className="footer-link me-3">
              {LANGUAGE_NAMES[one]}
            </a>
          ))}
        </noscript>
      </>
    );
  return (
    <span className="noscript:hidden relative inline-flex h-11 items-center gap-1 rounded-m px-2 text-soft has-focus-visible:outline-3 has-focus-visible:outline-highlight hover:text-text">
      <Icon name="globe" />
      <span aria-hidden="true" className="text-sm font-semibold uppercase">
        {language}
      </span>
      <select {...props} className="absolute inset-0 size-full cursor-pointer opacity-0">
        {options}
      </select>
    </span>
  );
}
