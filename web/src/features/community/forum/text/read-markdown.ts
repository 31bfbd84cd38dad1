import { fromMarkdown } from 'mdast-util-from-markdown';

export type Root = ReturnType<typeof fromMarkdown>;
export type Block = Root['children'][number];
export type List = Extract<Block, { type: 'list' }>;
export type Phrase = Extract<Block, { type: 'paragraph' }>['children'][number];

/** What a post may not do: raw HTML, headings, pictures and the rest stay the characters that were typed. */
const SUBSET = {
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

/** A line that opens this many quotes and lists at once was not written by a person. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){8}/m;
const SIGNS = /[*_`[\]<>\\&~]/g;
const MOST_SIGNS = 1000;
const MOST_LINES = 1000;

/**
 * A post's Markdown as a tree. Text made to keep the parser busy (its worst case takes many seconds for a post of
 * allowed length) is taken as plain paragraphs.
 */
export function readMarkdown(source: string): Root {
  return isReasonable(source) ? fromMarkdown(source, { extensions: [SUBSET] }) : asParagraphs(source);
}

function isReasonable(source: string): boolean {
  if (DEEP.test(source) || source.split('\n').length > MOST_LINES) return false;
  return (source.match(SIGNS)?.length ?? 0) <= MOST_SIGNS;
}

function asParagraphs(source: string): Root {
  const children = source
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
    .map((value) => ({ type: 'paragraph' as const, children: [{ type: 'text' as const, value }] }));
  return { type: 'root', children };
}
