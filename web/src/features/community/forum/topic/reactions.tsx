import type { Reaction } from '@lakou/contract/community/limits';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import {
  type CountedReaction,
  changeReaction,
  countReactions,
  type ReactionChanges,
} from './count-reactions.ts';
import { ReactionIcon } from './reaction-icon.tsx';
import { react } from './read-reactions.ts';

interface Choice {
  kind: Reaction;
  isGiven: boolean;
}

interface ReactionsProps {
  post: { id: string; reactions: readonly number[] | null };
  own: readonly Reaction[] | undefined;
  canReact: boolean;
}

/** Reactions to a post with their counts. Those who can react get buttons, and the kinds nobody chose behind one of them. */
export function Reactions({ post, own = [], canReact }: ReactionsProps) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const [changes, setChanges] = useState<ReactionChanges>({});
  const change = (chosen: Choice) => setChanges((before) => changeReaction(post.reactions, before, chosen));
  const { run } = useAction(({ kind, isGiven }: Choice) => react(post.id, kind, isGiven), {
    inputKey: ({ kind }) => kind,
    onMutate: (chosen) => {
      // A button that the reader has just pressed stays.
      setOpen(!chosen.isGiven);
      change(chosen);
    },
    onError: (_error, { kind, isGiven }) => change({ kind, isGiven: !isGiven }),
    signInKey: 'community.reaction_login',
    signIn: 'offer',
    errorKey: 'community.reaction_failed',
  });
  const shown = countReactions(post.reactions, own, changes);
  const label = ({ kind, count }: CountedReaction) =>
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
          <ReactionIcon kind="add" />
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
