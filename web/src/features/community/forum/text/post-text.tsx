import { memo, type ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Mention } from './mention.tsx';
import { type Block, type List, type Phrase, parseMarkdown } from './parse-markdown.ts';
import { plainTextOf } from './plain-text.ts';
import { SpoilerText } from './spoiler-text.tsx';
import { groupSpoilers, type Spoiler, safeUrl, splitText } from './text-parts.ts';

/**
 * Renders a post's Markdown as React elements, so no markup in the text reaches the page. Each block sets its own
 * writing direction, so that bidirectional control characters cannot affect the text around it.
 */
export const PostText = memo(function PostText({ source }: { source: string }) {
  return <div className="post-text">{blocks(parseMarkdown(source).children)}</div>;
});

function blocks(nodes: readonly Block[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text have no id but their position.
  return nodes.map((node, at) => <BlockNode key={at} node={node} />);
}

function BlockNode({ node }: { node: Block }) {
  if (node.type === 'paragraph')
    return (
      <p dir="auto" className="whitespace-pre-line">
        {phrases(node.children)}
      </p>
    );
  if (node.type === 'blockquote')
    return (
      <blockquote className="grid grid-cols-1 gap-2 border-s-3 border-highlight ps-4 text-soft">
        {blocks(node.children)}
      </blockquote>
    );
  if (node.type === 'code')
    return (
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
        tabIndex={0}
        className="overflow-x-auto rounded-m bg-surface-raised p-3 text-sm wrap-normal"
      >
        <code className="p-0!">{node.value}</code>
      </pre>
    );
  if (node.type === 'list') return <ListNode node={node} />;
  return null;
}

function ListNode({ node }: { node: List }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  const items = node.children.map((item, at) => <li key={at}>{blocks(item.children)}</li>);
  const listClass = 'grid grid-cols-1 gap-1 ps-6 marker:text-soft';
  return node.ordered ? (
    <ol start={node.start ?? 1} className={`${listClass} list-decimal`}>
      {items}
    </ol>
  ) : (
    <ul className={`${listClass} list-disc`}>{items}</ul>
  );
}

function phrases(nodes: readonly Phrase[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  return groupSpoilers(nodes).map((node, at) => <PhraseNode key={at} node={node} />);
}

function PhraseNode({ node }: { node: Phrase | Spoiler }) {
  switch (node.type) {
    case 'text':
      return <InlineText text={node.value} />;
    case 'emphasis':
      return <em>{phrases(node.children)}</em>;
    case 'strong':
      return <strong>{phrases(node.children)}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <ExternalLink href={node.url}>{plainTextOf(node)}</ExternalLink>;
    case 'spoiler':
      return <SpoilerText>{phrases(node.children)}</SpoilerText>;
    default:
      return null;
  }
}

function InlineText({ text }: { text: string }) {
  return splitText(text).map(({ kind, value }, at) => {
    const key = `${at}`;
    if (kind === 'mention') return <Mention key={key} name={value} />;
    if (kind === 'text') return <span key={key}>{value}</span>;
    return (
      <ExternalLink key={key} href={value}>
        {value}
      </ExternalLink>
    );
  });
}

/** A link with an unsafe URL is rendered as text. */
function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations();
  const url = safeUrl(href);
  if (!url) return <span>{children}</span>;
  return (
    <a
      href={url}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      className="rounded-s underline decoration-highlight decoration-2 underline-offset-[0.22em] hover:decoration-action"
    >
      <bdi>{children}</bdi>
      <span className="sr-only"> {t('shell.opens_new_tab')}</span>
    </a>
  );
}
