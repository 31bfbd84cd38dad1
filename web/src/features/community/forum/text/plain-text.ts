import { type Block, type Phrase, parseMarkdown } from './parse-markdown.ts';
import { groupSpoilers, type Spoiler } from './text-parts.ts';

const PARSED_ANYWAY = 4000;

/** A post without formatting, for cards and search engines. Leaves out spoilers and quotes. */
export function plainText(source: string, maxLength: number): string {
  // Text far behind the cut is not worth parsing, unless that is done anyway to show it.
  const text = parseMarkdown(source.length > PARSED_ANYWAY ? source.slice(0, maxLength * 4) : source)
    .children.map(blockText)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trimEnd()}…`;
}

function blockText(node: Block): string {
  if (node.type === 'code') return node.value;
  if (node.type === 'paragraph') return groupSpoilers(node.children).map(phraseText).join('');
  if (node.type === 'list' || node.type === 'listItem')
    return (node.children as Block[]).map(blockText).join(' ');
  return '';
}

/** The text of an inline node, spoilers included. */
export function plainTextOf(node: Phrase): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return 'children' in node ? node.children.map(plainTextOf).join('') : ' ';
}

function phraseText(node: Phrase | Spoiler): string {
  if (node.type === 'spoiler') return '…';
  return 'children' in node ? groupSpoilers(node.children).map(phraseText).join('') : plainTextOf(node);
}
