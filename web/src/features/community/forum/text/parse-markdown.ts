import { fromMarkdown } from 'mdast-util-from-markdown';
import { remember } from '#lib/remember.ts';
import { parseSimpleMarkdown } from './parse-simple-markdown.ts';

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];
export type List = Extract<Block, { type: 'list' }>;
export type Phrase = Extract<Block, { type: 'paragraph' }>['children'][number];

/** Syntax that stays plain text in posts: raw HTML, headings, images and so on. */
export const SUBSET = {
  disable: {
    null: [
      'htmlFlow',
      'htmlText',
      'headingAtx',
      'setextUnderline',
      'thematicBreak',
      'codeIndented',
      'definition',
      'labelStartImage',
    ],
  },
};

/** A line that opens eight quotes or lists at once is not from a person. */
const DEEP_NESTING = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){8}/m;
const MARKDOWN_CHARACTERS = /[*_`[\]<>\\&~]/g;
const MAX_MARKDOWN_CHARACTERS = 1000;
const MAX_LINES = 1000;

/** As characters of posts, a page or two: structured data and text are made from the same. Parsed they take twenty times as much. */
const REMEMBERED = 100_000;

/**
 * Parses a post's Markdown. Text made to slow the parser down (its worst case takes many seconds for a post of allowed
 * length) becomes plain paragraphs. The result is shared and must not be changed.
 */
export const parseMarkdown = remember(
  (source): Root =>
    isReasonable(source)
      ? (parseSimpleMarkdown(source) ?? fromMarkdown(source, { extensions: [SUBSET] }))
      : asParagraphs(source),
  REMEMBERED,
);

function isReasonable(source: string): boolean {
  if (DEEP_NESTING.test(source) || source.split('\n').length > MAX_LINES) return false;
  return (source.match(MARKDOWN_CHARACTERS)?.length ?? 0) <= MAX_MARKDOWN_CHARACTERS;
}

function asParagraphs(source: string): Root {
  const children = source
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
    .map((value) => ({ type: 'paragraph' as const, children: [{ type: 'text' as const, value }] }));
  return { type: 'root', children };
}
