import type { Film, PlaybackStart } from '@lakou/contract/playback/responses';
import type { StreamKeys } from './stream-keys.ts';
import type { StreamStore } from './stream-store.ts';

/** Playlists beyond this size are left to the player: a film of eight hours has 300 KB. */
const MAX_FILE_BYTES = 512 * 1024;

/** Playlists, initialisation segments and key: what a player reads before the lowest rung's first segment. */
export async function readStart(
  { store, keys }: { store: StreamStore; keys: StreamKeys },
  stream: string,
  film: Film,
): Promise<PlaybackStart | undefined> {
  const [lowest] = film.rungs;
  if (!lowest) return undefined;
  const read = (file: string) => readWhole(store, stream, file);
  const [master, key] = await Promise.all([read('master.m3u8'), keys.find(stream)]);
  if (!master || !key) return undefined;
  const folders = [lowest.name, ...audioFolders(master.toString())];
  const start: PlaybackStart = {
    playlists: { 'master.m3u8': master.toString() },
    bytes: { key: Buffer.from(key).toString('base64') },
  };
  await Promise.all(
    folders.map(async (folder) => {
      const [playlist, init] = await Promise.all([
        read(`${folder}/playlist.m3u8`),
        read(`${folder}/init.mp4`),
      ]);
      if (playlist) start.playlists[`${folder}/playlist.m3u8`] = playlist.toString();
      if (init) start.bytes[`${folder}/init.mp4`] = init.toString('base64');
    }),
  );
  return start;
}

/** The default track alone: others are requested when somebody chooses them. */
function audioFolders(master: string): string[] {
  const lines = master.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'));
  const chosen = lines.find((line) => line.includes('DEFAULT=YES')) ?? lines[0];
  const [, folder] = /URI="([^"/]+)\/playlist\.m3u8"/.exec(chosen ?? '') ?? [];
  return folder === undefined ? [] : [folder];
}

async function readWhole(store: StreamStore, stream: string, file: string): Promise<Buffer | undefined> {
  const found = await store.read(stream, file, (size) =>
    size > MAX_FILE_BYTES ? undefined : Buffer.allocUnsafe(size),
  );
  return found?.bytes;
}
