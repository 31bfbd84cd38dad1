/*
 * The sessions that this browser opened last, by title. A new one replaces the title's last one, which would otherwise
 * count against the account's limit: after a reload, and in another tab.
 */
const KEY = 'lakou-playing';
const MAX_TITLES = 8;

export function readPlaying(id: string): string | undefined {
  return read().find(([title]) => title === id)?.[1];
}

export function savePlaying(id: string, session: string): void {
  try {
    const others = read().filter(([title]) => title !== id);
    localStorage.setItem(KEY, JSON.stringify([[id, session], ...others].slice(0, MAX_TITLES)));
  } catch {
    // Without storage the old session counts until it is idle.
  }
}

function read(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}
