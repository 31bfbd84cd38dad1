const PREFIX = 'tus::lakou-upload-';

/** Under which this browser remembers an upload: the same file for the same title goes on where it stopped. */
export function unfinishedKey(name: string, file: File): string {
  return `lakou-upload-${name}-${file.size}-${file.lastModified}-${encodeURIComponent(file.name)}`;
}

/** The name of the file whose upload for this title was broken off. */
export function findUnfinished(name: string): string | undefined {
  const key = keysOf(name)[0];
  if (!key) return undefined;
  try {
    const { metadata } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      metadata?: { fileName?: string };
    };
    return metadata?.fileName;
  } catch {
    return undefined;
  }
}

export function forgetUnfinished(name: string): void {
  for (const key of keysOf(name)) localStorage.removeItem(key);
}

function keysOf(name: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${name}-`));
}
