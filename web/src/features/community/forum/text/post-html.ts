import { remember } from '#lib/remember.ts';
import { type Block, type List, type Phrase, parseMarkdown } from './parse-markdown.ts';
import { plainTextOf } from './plain-text.ts';
import { groupSpoilers, type Spoiler, safeUrl, splitText, type TextPart } from './text-parts.ts';

/** The words that are not the author's, in the reader's language. */
export interface PostLabels {
  spoiler: string;
  opensNewTab: string;
}

interface Writer extends PostLabels {
  /** The spoilers that the reader has opened, by their places in the text. */
  revealed: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
/** As characters of posts, for each language. */
const REMEMBERED = 500_000;
const renderers = new Map<string, (source: string) => string>();

/**
 * A post's Markdown as HTML. All that comes from the text passes `escaped`, and every tag is written here, so no markup in
 * the text reaches the page. The stylesheet gives each block its own writing direction, so that bidirectional control
 * characters cannot affect the text around it. A spoiler is a button; its text is not in the HTML before it is revealed.
 */
export function postHtml(source: string, labels: PostLabels, revealed = NONE): string {
  if (revealed.size > 0) return render(source, { ...labels, revealed });
  const key = `${labels.spoiler}\n${labels.opensNewTab}`;
  let renderer = renderers.get(key);
  if (!renderer) {
    renderer = remember((text) => render(text, { ...labels, revealed }), REMEMBERED);
    renderers.set(key, renderer);
  }
  return renderer(source);
}

function render(source: string, writer: Writer): string {
  return blocks(parseMarkdown(source).children, writer, '');
}

function blocks(nodes: readonly Block[], writer: Writer, place: string): string {
  let html = '';
  for (const [at, node] of nodes.entries()) html += block(node, writer, `${place}${at}.`);
  return html;
}

function block(node: Block, writer: Writer, place: string): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${phrases(node.children, writer, place)}</p>`;
    case 'blockquote':
      return `<blockquote>${blocks(node.children, writer, place)}</blockquote>`;
    case 'code':
      // Keyboard users scroll it with the arrow keys.
      return `<pre tabindex="0"><code>${escaped(node.value)}</code></pre>`;
    case 'list':
      return list(node, writer, place);
    default:
      return '';
  }
}

function list({ ordered, start, children }: List, writer: Writer, place: string): string {
  const items = children.map((item, at) => `<li>${listItem(item.children, writer, `${place}${at}.`)}</li>`);
  const first = Number(start ?? 1);
  return ordered ? `<ol start="${first}">${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
}

/** One paragraph, as nearly all items are, needs no element of its own. */
function listItem(children: readonly Block[], writer: Writer, place: string): string {
  const [only] = children;
  return only?.type === 'paragraph' && children.length === 1
    ? phrases(only.children, writer, `${place}0.`)
    : blocks(children, writer, place);
}

function phrases(nodes: readonly Phrase[], writer: Writer, place: string): string {
  let html = '';
  for (const [at, node] of groupSpoilers(nodes).entries()) html += phrase(node, writer, `${place}${at}.`);
  return html;
}

function phrase(node: Phrase | Spoiler, writer: Writer, place: string): string {
  switch (node.type) {
    case 'text':
      return splitText(node.value)
        .map((part) => textPart(part, writer))
        .join('');
    case 'emphasis':
      return `<em>${phrases(node.children, writer, place)}</em>`;
    case 'strong':
      return `<strong>${phrases(node.children, writer, place)}</strong>`;
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'break':
      return '<br>';
    case 'link':
      return link(node.url, plainTextOf(node), writer);
    case 'spoiler':
      return writer.revealed.has(place)
        ? `<span class="revealed">${phrases(node.children, writer, place)}</span>`
        : `<button type="button" class="spoiler" data-spoiler="${place}">${escaped(writer.spoiler)}</button>`;
    default:
      return '';
  }
}

function textPart({ kind, value }: TextPart, writer: Writer): string {
  if (kind === 'mention') return `<bdi class="mention">${escaped(value)}</bdi>`;
  return kind === 'url' ? link(value, value, writer) : escaped(value);
}

/** A link with an unsafe URL is text. */
function link(href: string, text: string, { opensNewTab }: PostLabels): string {
  const url = safeUrl(href);
  if (!url) return escaped(text);
  const attributes = `href="${escaped(url)}" target="_blank" rel="nofollow ugc noopener noreferrer"`;
  return `<a ${attributes}><bdi>${escaped(text)}</bdi><span class="sr-only"> ${escaped(opensNewTab)}</span></a>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
