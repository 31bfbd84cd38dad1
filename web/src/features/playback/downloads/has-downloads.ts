const FLAG = 'lakou-has-downloads';

/** Says without opening the database whether there may be anything in it. */
export function hasDownloads(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

export function setHasDownloads(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // Without storage there are no downloads either.
  }
}
