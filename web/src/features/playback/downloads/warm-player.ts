import { whenLoaded } from '#lib/when-loaded.ts';

/**
 * Reads and compiles the player before somebody presses 'Play'. Who has a complete download has the player's files on the device too.
 */
export async function warmPlayer(): Promise<void> {
  await whenLoaded();
  try {
    await import('./watch-download.tsx');
    const { loadHls } = await import('../engine/hls-engine.ts');
    await loadHls(false);
  } catch {
    // Loaded when it is needed.
  }
}
