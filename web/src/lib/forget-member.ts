/** What belongs to the browser and not to who uses it; everything else of ours goes with a sign-out. */
const KEPT: ReadonlySet<string> = new Set([
  'lakou-player',
  'lakou-data-budget',
  'lakou-data-used',
  'lakou-clock-offset',
  'lakou-download-settings',
]);

/**
 * After a sign-out, for the next person at a shared phone. Downloads are closed by features/playback/downloads. Not after
 * a session that ended by itself: its member comes back to what they wrote.
 */
export function forgetMember(...storages: Pick<Storage, 'length' | 'key' | 'removeItem'>[]): void {
  for (const storage of storages) {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
    for (const key of keys) if (key.startsWith('lakou-') && !KEPT.has(key)) storage.removeItem(key);
  }
}
