export const DATABASE = 'lakou-downloads';

/** Whether this browser may keep downloads. A note of ours in `localStorage` would be lost when the power goes. */
export async function hasDownloads(): Promise<boolean> {
  try {
    // Firefox before 126 cannot say: then somebody has to look.
    return (await indexedDB.databases?.())?.some(({ name }) => name === DATABASE) ?? true;
  } catch {
    // Without storage there are no downloads either.
    return false;
  }
}
