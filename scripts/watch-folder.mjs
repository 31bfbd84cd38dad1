import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Calls `onChange` with the path of whatever is written, created, renamed or deleted below a folder. */
export function watchFolder(folder, onChange) {
  // Node's recursive watching on Linux follows files, and loses one that an editor replaces by renaming.
  if (process.platform === 'linux') watchEachFolder(folder, onChange, new Set());
  else watch(folder, { recursive: true }, (_event, name) => onChange(name ? join(folder, name) : folder));
}

function watchEachFolder(folder, onChange, watched) {
  if (watched.has(folder)) return;
  watched.add(folder);
  const watcher = watch(folder, (event, name) => {
    if (event === 'rename') watchSubfolders(folder, onChange, watched);
    onChange(name ? join(folder, name) : folder);
  });
  watcher.on('error', () => {});
  watcher.on('close', () => watched.delete(folder));
  watchSubfolders(folder, onChange, watched);
}

function watchSubfolders(folder, onChange, watched) {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) watchEachFolder(join(folder, entry.name), onChange, watched);
  } catch {
    // Deleted in the meantime; the folder above reports that.
    watched.delete(folder);
  }
}
