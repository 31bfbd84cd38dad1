/** In a tab's own storage: links to the player load its document, to which no referrer and no navigation state comes. */
const KEY = 'lakou-player-opened';

/** Remembers that the player at this address is being opened from here, in the same tab. */
export function noteOpening(player: string): void {
  const opening = { player: new URL(player, location.href).pathname, from: location.pathname };
  sessionStorage.setItem(KEY, JSON.stringify(opening));
}

/** Whether going back leads from this player to that page. */
export function wasOpenedFrom(path: string): boolean {
  const { player, from } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Record<string, string>>;
  return player === location.pathname && from === path;
}
