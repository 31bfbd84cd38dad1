import { DEFAULT_PRICES, PLAN_PRICES, RENTAL_HOURS } from '@lakou/contract/commerce/limits';
import { PASSWORD_MIN, TERMS_VERSION } from '@lakou/contract/identity/limits';
import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { RETENTION_DAYS } from '@lakou/contract/retention';
import { loadMessages } from '@lakou/contract/translate';
import { describe, expect, test } from 'vitest';
import { loadAccessibility, loadFaq, loadPrivacy, loadTerms } from './load-text.ts';
import type { DocumentText, FaqText } from './text.ts';

/** The pages of the specification that an address without an id opens, and those that the decisions add. */
const ROUTES =
  '/ /login /register /categories /series /forum /contact /profile /films /subscribe /watchlist /faq /terms /privacy';
const TITLE_PRICES = [...Object.values(DEFAULT_PRICES.movie), ...Object.values(DEFAULT_PRICES.series)];
const BLANKS = ['email', 'address', ...Object.keys(RETENTION_DAYS)].map((name) => `{${name}}`);
const LINK = /\[([^\]]+)\]\((\/[^)\s]*)\)/g;

interface Piece {
  id: string;
  strings: string[];
}

/** A page as its named pieces, in order: what every language has to have in the same places. */
function pieces(page: DocumentText | FaqText): Piece[] {
  const top = { id: 'top', strings: [page.title, ...page.intro] };
  if ('sections' in page) {
    const sections = page.sections.map(({ id, heading, paragraphs }) => ({
      id,
      strings: [heading, ...paragraphs.flatMap((each) => (typeof each === 'string' ? each : each.list))],
    }));
    return [top, ...sections];
  }
  const groups = page.groups.flatMap(({ id, heading, questions }) => [
    { id, strings: [heading] },
    ...questions.map(({ id, question, answer }) => ({ id, strings: [question, ...answer] })),
  ]);
  return [top, ...groups];
}

const linksOf = ({ strings }: Piece) => [...strings.join('\n').matchAll(LINK)].map(([, , target]) => target);
const blanksOf = ({ strings }: Piece) => strings.join('\n').match(/\{[^}]*\}/g) ?? [];
const textOf = (page: DocumentText | FaqText) =>
  pieces(page)
    .flatMap(({ strings }) => strings)
    .join('\n');

/** Every price of a text in cents, written as `$3.99` or as `3,99 $`. */
function pricesIn(text: string): number[] {
  const found = text.matchAll(/\$(\d+)\.(\d\d)|(\d+),(\d\d)\u00a0\$/g);
  return [...found].map(([, dollars, cents, avant, apres]) => Number(`${dollars ?? avant}${cents ?? apres}`));
}

const loaders: Record<string, (language: Language) => Promise<DocumentText | FaqText>> = {
  faq: loadFaq,
  terms: loadTerms,
  privacy: loadPrivacy,
  accessibility: loadAccessibility,
};

describe.each(Object.entries(loaders))('the page %s', (name, load) => {
  test('has the same pieces in the same order in every language', async () => {
    const english = pieces(await load('en'));
    for (const language of LANGUAGES) {
      const here = pieces(await load(language));
      expect(here.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
      expect(here.map(({ strings }) => strings.length)).toEqual(english.map(({ strings }) => strings.length));
      expect(here.map(linksOf)).toEqual(english.map(linksOf));
      expect(here.map(blanksOf)).toEqual(english.map(blanksOf));
    }
  });

  test('has ids that are unique and fit into an address', async () => {
    const ids = pieces(await load('en')).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    test('has no blank or untidy strings', async () => {
      for (const string of pieces(await load(language)).flatMap(({ strings }) => strings)) {
        expect(string).toMatch(/^\S(.*\S)?$/);
        expect(string).not.toMatch(/ {2}|\t|\.\.|''/);
      }
    });

    test('links only to pages that exist, and leaves only blanks that are filled', async () => {
      const page = pieces(await load(language));
      for (const target of page.flatMap(linksOf)) expect(ROUTES.split(' ')).toContain(target);
      for (const blank of page.flatMap(blanksOf)) expect(BLANKS).toContain(blank);
      expect(textOf(await load(language)).replaceAll(LINK, '')).not.toMatch(/[[\]]|\(\//);
    });

    test('names the prices of the contract, and no others', async () => {
      const text = textOf(await load(language));
      const prices = ['privacy', 'accessibility'].includes(name)
        ? []
        : [...Object.values(PLAN_PRICES), ...TITLE_PRICES];
      expect(pricesIn(text)).toEqual(prices);
      expect(text.match(/\$/g) ?? []).toHaveLength(prices.length);
    });
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  test('the terms that a person reads are the version that is recorded as accepted', async () => {
    for (const text of [await loadTerms(language), await loadPrivacy(language)]) {
      expect(text.version).toBe(TERMS_VERSION);
      expect(text.effective?.startsWith(TERMS_VERSION)).toBe(true);
      expect(new Date(text.effective ?? '').toISOString().slice(0, 10)).toBe(text.effective);
    }
  });

  test('the privacy page says how long we keep what concerns people', async () => {
    const blanks = pieces(await loadPrivacy(language)).flatMap(blanksOf);
    const notOfPeople = ['statistics', 'media_jobs', 'deleted_rows'];
    for (const name of Object.keys(RETENTION_DAYS)) {
      if (!notOfPeople.includes(name)) expect(blanks).toContain(`{${name}}`);
    }
  });

  test('the footer calls a page what the page calls itself', async () => {
    const { shell } = await loadMessages(language);
    expect((await loadTerms(language)).title).toBe(shell.terms);
    expect((await loadPrivacy(language)).title).toBe(shell.privacy);
    expect((await loadAccessibility(language)).title).toBe(shell.accessibility);
  });

  test('a rental lasts and a password is as long as the contract says', async () => {
    for (const text of [textOf(await loadTerms(language)), textOf(await loadFaq(language))]) {
      const hours = [...text.matchAll(/(\d+)\s(?:hours|heures|èdtan|horas)/g)].map(([, number]) =>
        Number(number),
      );
      const lengths = [...text.matchAll(/(\d+)\s(?:characters|caractères|karaktè|caracteres)/g)].map(
        ([, n]) => Number(n),
      );
      expect(new Set(hours)).toEqual(new Set([RENTAL_HOURS]));
      expect(new Set(lengths)).toEqual(new Set([PASSWORD_MIN]));
    }
  });
});

test('French punctuation never falls alone onto the next line', async () => {
  for (const load of Object.values(loaders)) {
    const text = textOf(await load('fr'));
    expect(text.match(/[^\u00a0][?!;:»]|«[^\u00a0]|\d (?:\$|heures|jours|ans)/g)).toBeNull();
  }
});

test('Kreyòl is written in its own alphabet, except for names', async () => {
  const names = new Set('MonCash Facebook Brooklyn cookies Cookies JavaScript WCAG'.split(' '));
  for (const load of Object.values(loaders)) {
    const words =
      textOf(await load('ht'))
        .replaceAll(LINK, '$1')
        .replaceAll(/\{[^}]*\}/g, '')
        .match(/\p{L}+/gu) ?? [];
    // No c without h, no q, no x, u only in ou, ui and un; of the accents only à, è and ò.
    const strange = words.filter((word) => /c(?!h)|[qx]|(?<!o)u(?![in])|[^a-zàèò]/i.test(word));
    expect(strange.filter((word) => !names.has(word))).toEqual([]);
  }
});
