import { REACTIONS, type Reaction } from '@lakou/contract/community/limits';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { ReactionIcon } from './reaction-icon.tsx';
import { react } from './read-reactions.ts';

interface ReactionsProps {
  post: { id: string; reactions: readonly number[] | null };
  own: readonly Reaction[] | undefined;
  canReact: boolean;
}

/** What the reader has just chosen, and the count at that time. */
type Changes = Partial<Record<Reaction, { isGiven: boolean; seen: number }>>;

/** Reactions to a post with their counts. Those who can react get buttons, and the kinds nobody chose behind one of them. */
export function Reactions({ post, own = [], canReact }: ReactionsProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const [changes, setChanges] = useState<Changes>({});
  const shown = REACTIONS.map((kind, at) => show(kind, post.reactions?.[at] ?? 0, own, changes));
  const { run } = useAction(
    ({ kind, isGiven }: { kind: Reaction; isGiven: boolean }) => react(post.id, kind, isGiven),
    {
      inputKey: ({ kind }) => kind,
      onMutate: ({ kind, isGiven }) => {
        // A button that the reader has just pressed stays.
        setOpen(!isGiven);
        const seen = post.reactions?.[REACTIONS.indexOf(kind)] ?? 0;
        setChanges((before) => ({ ...before, [kind]: { isGiven, seen } }));
      },
      onError: (_error, { kind }) => setChanges(({ [kind]: _, ...others }) => others),
      signInKey: 'community.reaction_login',
      signIn: 'offer',
      errorKey: 'community.reaction_failed',
    },
  );
  const label = ({ kind, count }: Shown) =>
    count > 0
      ? t('community.reaction_count', { name: t(`community.reaction_${kind}`), count })
      : t(`community.reaction_${kind}`);
  const listed = shown.filter(({ count }) => count > 0 || isOpen);
  if (!canReact && listed.length === 0) return null;
  return (
    <fieldset
      className="flex flex-wrap items-center gap-1"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <legend className="sr-only">{t('community.reactions')}</legend>
      {canReact && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('community.react')}
          title={t('community.react')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ReactionIcon kind="laugh" />
        </Button>
      )}
      {listed.map((one) => {
        const content = (
          <>
            <ReactionIcon kind={one.kind} />
            {one.count > 0 && <span className="tabular-nums">{one.count}</span>}
          </>
        );
        return canReact ? (
          <Button
            key={one.kind}
            variant="quiet"
            size="s"
            aria-label={label(one)}
            title={t(`community.reaction_${one.kind}`)}
            aria-pressed={one.isGiven}
            onClick={() => void run({ kind: one.kind, isGiven: !one.isGiven })}
            className={cx('min-w-11', one.isGiven && 'bg-surface-raised text-highlight-text')}
          >
            {content}
          </Button>
        ) : (
          <span
            key={one.kind}
            role="img"
            aria-label={label(one)}
            className="inline-flex min-h-11 items-center gap-1.5 px-2 text-sm text-soft"
          >
            {content}
          </span>
        );
      })}
    </fieldset>
  );
}

interface Shown {
  kind: Reaction;
  isGiven: boolean;
  count: number;
}

/** The database counts a reaction a second later: until its number changes, the own one is added here. */
function show(kind: Reaction, count: number, own: readonly Reaction[], changes: Changes): Shown {
  const wasGiven = own.includes(kind);
  const change = changes[kind];
  const isGiven = change?.isGiven ?? wasGiven;
  const isUncounted = change?.seen === count && isGiven !== wasGiven;
  const total = count + (isUncounted ? (isGiven ? 1 : -1) : 0);
  return { kind, isGiven, count: Math.max(total, isGiven ? 1 : 0) };
}
