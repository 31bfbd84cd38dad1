import type { Language } from '@lakou/contract/languages';
import { useMemo } from 'react';
import { useLanguage } from './translations.tsx';

/** Browsers have no Kreyòl locale: numbers use the French one, months are listed here. */
const LOCALES: Record<Language, string> = { en: 'en-US', fr: 'fr-FR', ht: 'fr-FR' };
const MONTHS = [
  'janvye',
  'fevriye',
  'mas',
  'avril',
  'me',
  'jen',
  'jiyè',
  'out',
  'septanm',
  'oktòb',
  'novanm',
  'desanm',
];

export interface Format {
  /** 15 November 2026, in the reader's language. `timeZone` defaults to UTC: a release date has no time zone. */
  date(iso: string, timeZone?: string): string;
  price(amount: number): string;
  number(value: number): string;
}

function formatFor(language: Language): Format {
  const locale = LOCALES[language];
  return {
    date(iso, timeZone = 'UTC') {
      const day = new Date(iso);
      if (language !== 'ht') return day.toLocaleDateString(locale, { dateStyle: 'long', timeZone });
      const [month, date, year] = day.toLocaleDateString('en-US', { timeZone }).split('/').map(Number);
      return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
    },
    price: (amount) =>
      amount.toLocaleString(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    number: (value) => value.toLocaleString(locale),
  };
}

export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}
