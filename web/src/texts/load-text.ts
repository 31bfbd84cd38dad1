import type { Language } from '@lakou/contract/languages';
import type { DocumentText, FaqText } from './text.ts';

/** One chunk per page and language, loaded when it is read. */
const pages = {
  faq: {
    en: () => import('./faq/en.ts'),
    fr: () => import('./faq/fr.ts'),
    ht: () => import('./faq/ht.ts'),
    es: () => import('./faq/es.ts'),
  },
  terms: {
    en: () => import('./terms/en.ts'),
    fr: () => import('./terms/fr.ts'),
    ht: () => import('./terms/ht.ts'),
    es: () => import('./terms/es.ts'),
  },
  privacy: {
    en: () => import('./privacy/en.ts'),
    fr: () => import('./privacy/fr.ts'),
    ht: () => import('./privacy/ht.ts'),
    es: () => import('./privacy/es.ts'),
  },
  accessibility: {
    en: () => import('./accessibility/en.ts'),
    fr: () => import('./accessibility/fr.ts'),
    ht: () => import('./accessibility/ht.ts'),
    es: () => import('./accessibility/es.ts'),
  },
} satisfies Record<string, Record<Language, unknown>>;

export async function loadFaq(language: Language): Promise<FaqText> {
  return (await pages.faq[language]()).faq;
}

export async function loadTerms(language: Language): Promise<DocumentText> {
  return (await pages.terms[language]()).terms;
}

export async function loadPrivacy(language: Language): Promise<DocumentText> {
  return (await pages.privacy[language]()).privacy;
}

export async function loadAccessibility(language: Language): Promise<DocumentText> {
  return (await pages.accessibility[language]()).accessibility;
}
