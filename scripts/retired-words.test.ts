import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Words of the brand's metaphors, found alone and as a part of a name: `openHouse`, `house_rules`, `the-house.ts`. */
const RETIRED_WORDS = new Set(
  `house houses letter letters deed deeds misdeed misdeeds errand errands wish wishes wished wishing whoever whomever
   anew mend mends mended mending twin twins till shelf shelves door doors doorway room rooms yard yards law laws
   ground grounds habit habits`.split(/\s+/),
);

/** Names that have a plain successor (docs/glossary.md). */
const RETIRED_NAMES = new Set(
  `openHouse keepHouse StorageHouse useDeed whoAsks whoeverAsks useMay readRightsAnew dressText LateArt comeBack
   slowDown require_voice telling_letters`.split(/\s+/),
);
const RETIRED_NAME = /^staff_\w+$|^may[A-Z]\w*$/;
const RETIRED_PHRASE = /\bstanding (pages?|texts?)\b/gi;
/** Few lines have any of them, even as a part of a word: the others are not looked at closely. */
const SUSPICIOUS = new RegExp(
  [...RETIRED_WORDS, ...RETIRED_NAMES, 'staff_', 'may', RETIRED_PHRASE.source].join('|'),
  'i',
);

const EXTENSIONS = /\.(tsx?|mjs|js|sql|md|css|json|ya?ml|toml|html|sh|conf|service)$|^[^.]+$/;

/** Whole files and folders that are allowed to use them. */
const ALLOWED_PATHS: [path: string, reason: string][] = [
  ['scripts/retired-words.test.ts', 'the list itself'],
  ['docs/glossary.md', 'names what a term replaces'],
  ['package-lock.json', 'names of packages'],
  ['LICENSE', 'not ours'],
  ['demo/', 'demo films and posters: houses, doors and the ground are drawn there'],
  ['supabase/seed.sql', 'demo content'],
  ['supabase/seed-translations.sql', 'demo content'],
  ['web/src/texts/', 'brand copy, and the law that applies'],
  ['web/src/ui/art/', 'drawings: a house, a door and the ground are what they show'],
];

/** Brand copy and literal meanings, wherever they are quoted. */
const ALLOWED_TEXTS: [text: RegExp, reason: string][] = [
  [/letters[- ]to[- ]j[ée]r[ée]mie/gi, 'a demo film'],
  [/letter-spacing|letterSpacing|first-letter/g, 'CSS'],
  [/the whole yard, every evening/gi, 'brand copy of the home page'],
  [/the yard where Haitian films come together|a seat for you in the yard/g, 'brand copy of emails'],
  [/the yard a Haitian family shares/g, 'what the name Lakou means'],
  [
    /needs letters, digits and signs|fewer letters, or another spelling/g,
    'letters of the alphabet, on screen',
  ],
  [/scanner\.fail\('letter/g, 'an error text of PostgREST'],
  [/staff_cannot_be_suspended/g, 'an error key, about staff'],
  [/law and languages|\/terms#law/gi, 'a section of the terms'],
];

/** Keys of `contract/src/messages` whose texts are brand copy in English. */
const BRAND_MESSAGES: Record<string, string[]> = {
  catalogue: ['sample_3', 'subscription_heading', 'category_missing_text', 'no_categories_text'],
  commerce: ['plans_title'],
  community: ['reason_illegal', 'reports_none_text'],
  shell: ['not_found_text'],
};

interface Finding {
  file: string;
  line: number;
  word: string;
}

test('no retired word stands outside of brand copy and demo content', () => {
  const found = listFiles().flatMap((file) => [...readName(file), ...readLines(file)]);
  expect(found.length, summarise(found)).toBe(0);
});

test.each([
  ['const openHouse = 1;', ['house', 'openHouse']],
  ['select staff_titles(), HTMLLetter, the_2nd_room', ['staff_titles', 'letter', 'room']],
  ['Standing texts, till noon', ['Standing texts', 'till']],
  ['background, newsletter, lettering, warehouse, letter-spacing, courtyard, mayor', []],
])('%s', (text, words) => {
  expect(findWords(text).sort()).toEqual(words.sort());
});

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return [...new Set(listed.split('\0'))]
    .filter((file) => EXTENSIONS.test(file.split('/').at(-1)!) && existsSync(join(root, file)))
    .filter(
      (file) => !ALLOWED_PATHS.some(([path]) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
    );
}

function readName(file: string): Finding[] {
  return findWords(file).map((word) => ({ file, line: 0, word }));
}

function readLines(file: string): Finding[] {
  const area = /^contract\/src\/messages\/(\w+)\/\w+\.ts$/.exec(file)?.[1];
  const brandKeys = (area && BRAND_MESSAGES[area]) || [];
  let key = '';
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      key = /^ {2}(\w+):/.exec(text)?.[1] ?? key;
      const read = area && brandKeys.includes(key) && !/^ *\/[/*]/.test(text) ? key : text;
      return findWords(read).map((word) => ({ file, line: at + 1, word }));
    });
}

function findWords(line: string): string[] {
  if (!SUSPICIOUS.test(line)) return [];
  const text = ALLOWED_TEXTS.reduce((rest, [allowed]) => rest.replace(allowed, ''), line);
  const names = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return [
    ...names.filter((name) => RETIRED_NAMES.has(name) || RETIRED_NAME.test(name)),
    ...names.flatMap(splitName).filter((word) => RETIRED_WORDS.has(word)),
    ...(text.match(RETIRED_PHRASE) ?? []),
  ];
}

/** `HTMLLetter_2nd` is html, letter, nd. */
function splitName(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}

function describeFinding({ file, line, word }: Finding): string {
  return line ? `${file}:${line}: ${word}` : `${file}: ${word} in its name`;
}

/** Where they are, folder by folder: the list alone is too long to be read while a rename is under way. */
function summarise(found: Finding[]): string {
  const folders = Map.groupBy(found, ({ file }) => file.split('/').slice(0, -1).slice(0, 2).join('/') || '.');
  const counts = [...folders].map(([folder, all]) => `${String(all.length).padStart(6)}  ${folder}`);
  return `${found.length} retired words\n${counts.join('\n')}\n\n${found.map(describeFinding).join('\n')}\n`;
}
