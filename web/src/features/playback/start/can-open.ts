/** Whether this browser can play what the script in the page appends. */
export function canOpen(): boolean {
  // Browsers with ManagedMediaSource play HLS by themselves; `crypto.subtle` is missing at addresses without https.
  return 'MediaSource' in globalThis && !('ManagedMediaSource' in globalThis) && Boolean(crypto.subtle);
}
