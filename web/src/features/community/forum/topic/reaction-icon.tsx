import type { Reaction } from '@lakou/contract/community/limits';

const FACE = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM8.8 9.6v.4M15.2 9.6v.4';
/** Drawn like ui/icon.tsx, which is part of every page. */
const PATHS: Record<Reaction | 'add', string> = {
  add: 'M12.5 5.6A7.5 7.5 0 1 0 18.4 11.5M8.3 11v.4M13.7 11v.4M8 15.2c1.5 1.8 4.5 1.8 6 0M18.5 2.5v6M15.5 5.5h6',
  heart: 'M12 20.5C5.5 16 3 12.6 3 9a4.7 4.7 0 0 1 9-2 4.7 4.7 0 0 1 9 2c0 3.6-2.5 7-9 11.5Z',
  bravo: 'M5 6.5c0-1.7 3-3 7-3s7 1.3 7 3-3 3-7 3-7-1.3-7-3ZM5 6.5l2 14h10l2-14M8.3 9.1 12 20.5l3.7-11.4',
  laugh: `${FACE}M7.5 13.2h9c-.6 2.6-2.3 4-4.5 4s-3.9-1.4-4.5-4Z`,
  wow: `${FACE}M12 13.2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z`,
};

export function ReactionIcon({ kind }: { kind: Reaction | 'add' }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
      <path d={PATHS[kind]} />
    </svg>
  );
}
