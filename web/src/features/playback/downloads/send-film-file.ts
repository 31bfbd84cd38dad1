import { saveFile } from '#lib/save-file.ts';

/** Chromium's dialog to choose a place; TypeScript does not know it yet. */
interface SavePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{
    createWritable(): Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
  }>;
}

/** Few browsers hand files of any kind to other apps. */
export function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}

/** False where the person closed the sheet. */
export function shareFilmFile(file: File): Promise<boolean> {
  return unlessCancelled(navigator.share({ files: [file], title: file.name }));
}

/** Where the browser asks for a place the film is written there piece by piece; elsewhere it goes to its downloads. */
export function saveFilmFile(file: File): Promise<boolean> {
  const picker = globalThis as SavePicker;
  if (!picker.showSaveFilePicker) {
    saveFile(file.name, file);
    return Promise.resolve(true);
  }
  return unlessCancelled(
    picker
      .showSaveFilePicker({ suggestedName: file.name })
      .then(async (place) => file.stream().pipeTo(await place.createWritable())),
  );
}

async function unlessCancelled(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw error;
  }
}
