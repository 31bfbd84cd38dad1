import { redeemPath } from '@lakou/contract/codes';
import type { Language } from '@lakou/contract/languages';

/** In the recipient's language, which the giver's page has not loaded. */
const TEXTS: Record<Language, string> = {
  ht: '{from} gen yon kado pou ou sou Lakou. Louvri {link} oswa ekri kòd {code}.',
  fr: '{from} a un cadeau pour vous sur Lakou. Ouvrez {link} ou saisissez le code {code}.',
  en: '{from} has a gift for you on Lakou. Open {link} or enter the code {code}.',
  es: '{from} tiene un regalo para usted en Lakou. Abra {link} o escriba el código {code}.',
};

interface Message {
  language: Language;
  from: string;
  link: string;
  code: string;
}

export function giftMessage({ language, ...values }: Message): string {
  return TEXTS[language].replace(/\{(from|link|code)\}/g, (_, key) => values[key as keyof typeof values]);
}

/** Opens the gift in the recipient's language. */
export function giftLink(origin: string, code: string, language: Language): string {
  return `${origin}${redeemPath(code, language)}`;
}
