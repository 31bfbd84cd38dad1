import { type Spoiler, withSpoilers } from './pieces.ts';
import { type Block, type Phrase, readMarkdown } from './read-markdown.ts';

/** A post without its dress, for cards and search engines: what is hidden stays hidden, what is quoted is left out. */
export function plainText(source: string, most: number): string {
  // What comes far behind the end cannot matter.
  const text = readMarkdown(source.slice(0, most * 4))
    .children.map(block)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}

function block(node: Block): string {
  if (node.type === 'code') return node.value;
  if (node.type === 'paragraph') return withSpoilers(node.children).map(phrase).join('');
  if (node.type === 'list' || node.type === 'listItem')
    return (node.children as Block[]).map(block).join(' ');
  return '';
}

/** The bare words of a part of a sentence. */
export function wordsOf(node: Phrase): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : ' ';
}

function phrase(node: Phrase | Spoiler): string {
  if (node.type === 'spoiler') return '…';
  return 'children' in node ? withSpoilers(node.children).map(phrase).join('') : wordsOf(node);
}
