/** Whether this browser can keep films encrypted and play them: not at plain http, and not in some private windows. */
export function canDownload(): boolean {
  return (
    'caches' in globalThis &&
    'indexedDB' in globalThis &&
    'locks' in navigator &&
    ('MediaSource' in globalThis || 'ManagedMediaSource' in globalThis) &&
    Boolean(globalThis.crypto?.subtle)
  );
}
