import { memo, type ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Mention } from './mention.tsx';
import { piecesOf, type Spoiler, safeAddress, withSpoilers } from './pieces.ts';
import { wordsOf } from './plain-text.ts';
import { type Block, type List, type Phrase, readMarkdown } from './read-markdown.ts';
import { SpoilerText } from './spoiler-text.tsx';

/**
 * What somebody wrote. Every element is made here: nothing in the text can become markup by itself. Each block is its
 * own world of writing direction, so that no character can turn what stands around it.
 */
export const PostText = memo(function PostText({ source }: { source: string }) {
  return (
    <div className="grid grid-cols-1 gap-3 overflow-clip wrap-anywhere [&_code]:rounded-s [&_code]:bg-surface-raised [&_code]:px-1 [&_code]:text-[0.9em]">
      {blocks(readMarkdown(source).children)}
    </div>
  );
});

function blocks(nodes: readonly Block[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other name than their place.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls it with the arrow keys
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
  const dress = 'grid grid-cols-1 gap-1 ps-6 marker:text-soft';
  return node.ordered ? (
    <ol start={node.start ?? 1} className={`${dress} list-decimal`}>
      {items}
    </ol>
  ) : (
    <ul className={`${dress} list-disc`}>{items}</ul>
  );
}

function phrases(nodes: readonly Phrase[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
  return withSpoilers(nodes).map((node, at) => <PhraseNode key={at} node={node} />);
}

function PhraseNode({ node }: { node: Phrase | Spoiler }) {
  switch (node.type) {
    case 'text':
      return <Run text={node.value} />;
    case 'emphasis':
      return <em>{phrases(node.children)}</em>;
    case 'strong':
      return <strong>{phrases(node.children)}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'break':
      return <br />;
    case 'link':
      return <Away href={node.url}>{wordsOf(node)}</Away>;
    case 'spoiler':
      return <SpoilerText>{phrases(node.children)}</SpoilerText>;
    default:
      return null;
  }
}

function Run({ text }: { text: string }) {
  return piecesOf(text).map(({ kind, value }, at) => {
    const key = `${at}`;
    if (kind === 'mention') return <Mention key={key} name={value} />;
    if (kind === 'text') return <span key={key}>{value}</span>;
    return (
      <Away key={key} href={value}>
        {value}
      </Away>
    );
  });
}

/** A link that leads nowhere safe is only its words. */
function Away({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations();
  const address = safeAddress(href);
  if (!address) return <span>{children}</span>;
  return (
    <a
      href={address}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      className="rounded-s underline decoration-highlight decoration-2 underline-offset-[0.22em] hover:decoration-action"
    >
      <bdi>{children}</bdi>
      <span className="sr-only"> {t('shell.opens_new_tab')}</span>
    </a>
  );
}
