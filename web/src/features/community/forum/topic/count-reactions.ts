import { REACTIONS, type Reaction } from '@lakou/contract/community/limits';

export interface CountedReaction {
  kind: Reaction;
  /** By the reader. */
  isGiven: boolean;
  count: number;
}

interface Change {
  isGiven: boolean;
  /** The database counts a second later: this is added until the number that was seen then has changed. */
  seen: number;
  uncounted: number;
}
/** What the reader has chosen on this page. */
export type ReactionChanges = Partial<Record<Reaction, Change>>;
type Counts = readonly number[] | null;

export function countReactions(
  counts: Counts,
  own: readonly Reaction[],
  changes: ReactionChanges,
): CountedReaction[] {
  return REACTIONS.map((kind) => {
    const change = changes[kind];
    const isGiven = change?.isGiven ?? own.includes(kind);
    const count = countOf(counts, kind);
    const total = count + (change?.seen === count ? change.uncounted : 0);
    return { kind, isGiven, count: Math.max(total, isGiven ? 1 : 0) };
  });
}

/** After the reader gave a reaction or took it back. */
export function changeReaction(
  counts: Counts,
  changes: ReactionChanges,
  { kind, isGiven }: { kind: Reaction; isGiven: boolean },
): ReactionChanges {
  const seen = countOf(counts, kind);
  const before = changes[kind];
  const uncounted = (before?.seen === seen ? before.uncounted : 0) + (isGiven ? 1 : -1);
  return { ...changes, [kind]: { isGiven, seen, uncounted } };
}

function countOf(counts: Counts, kind: Reaction): number {
  return counts?.[REACTIONS.indexOf(kind)] ?? 0;
}
