import type { Language } from './languages.ts';

/** Browsers have no Kreyòl locale: numbers use the French one, months are listed here. */
const LOCALES: Record<Language, string> = { ht: 'fr-FR', fr: 'fr-FR', en: 'en-US', es: 'es-419' };
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
  /** An amount in any currency, from its code. */
  money(amount: number, currency: string): string;
  /** The time of day, in the reader's time zone. */
  time(iso: string): string;
  number(value: number): string;
  /** A country's name, from its code of two capitals. */
  country(code: string): string;
}

/** Making an Intl formatter takes a hundred times as long as using it, and a topic shows twenty dates. */
const formats = new Map<Language, Format>();

/** How numbers, money and dates are written in a language. */
export function formatFor(language: Language): Format {
  const known = formats.get(language);
  if (known) return known;
  const format = createFormat(language);
  formats.set(language, format);
  return format;
}

function createFormat(language: Language): Format {
  const locale = LOCALES[language];
  const money = (currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const dollars = money('USD');
  const number = new Intl.NumberFormat(locale);
  return {
    date(iso, timeZone = 'UTC') {
      const day = new Date(iso);
      if (language !== 'ht') return dateFormat(locale, { dateStyle: 'long', timeZone }).format(day);
      const [month, date, year] = dateFormat('en-US', { timeZone }).format(day).split('/').map(Number);
      return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
    },
    price: (amount) => dollars.format(amount),
    // Everybody in Haiti writes 250 G; the browsers' data has only the code.
    money: (amount, currency) =>
      currency === 'HTG' ? `${number.format(amount)} G` : money(currency).format(amount),
    time: (iso) => new Date(iso).toLocaleTimeString(locale, { timeStyle: 'short' }),
    number: (value) => number.format(value),
    country: (code) =>
      language === 'ht' && code === 'HT'
        ? 'Ayiti'
        : (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code),
  };
}

const dates = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions & { timeZone: string }) {
  const key = `${locale} ${options.dateStyle} ${options.timeZone}`;
  const known = dates.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dates.set(key, known);
  return known;
}
