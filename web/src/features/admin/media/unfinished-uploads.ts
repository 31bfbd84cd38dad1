const PREFIX = 'tus::lakou-upload-';

/** The key under which tus-js-client stores an upload: the same file for the same title is resumed. */
export function uploadKey(name: string, file: File): string {
  return `lakou-upload-${name}-${file.size}-${file.lastModified}-${encodeURIComponent(file.name)}`;
}

/** The file name of an interrupted upload for this title. */
export function findUnfinishedUpload(name: string): string | undefined {
  const key = storageKeys(name)[0];
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

export function forgetUnfinishedUpload(name: string): void {
  for (const key of storageKeys(name)) localStorage.removeItem(key);
}

function storageKeys(name: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${name}-`));
}
