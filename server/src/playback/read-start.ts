import type { Film, FilmRung, PlaybackStart } from '@lakou/contract/playback/responses';
import type { StreamKeys } from './stream-keys.ts';
import type { StreamStore } from './stream-store.ts';

/** Playlists beyond this size are left to the player: a film of eight hours has 300 KB. */
const MAX_FILE_BYTES = 512 * 1024;

/** A master playlist and its rungs. */
export interface StartSet {
  master: 'master.m3u8' | 'av1.m3u8';
  rungs: FilmRung[];
}

/** AV1 where the player asks for it and the film has it. */
export function chooseSet({ rungs, av1 = [] }: Film, wantsAv1: boolean): StartSet {
  return wantsAv1 && av1.length > 0 ? { master: 'av1.m3u8', rungs: av1 } : { master: 'master.m3u8', rungs };
}

/** Playlists, initialisation segments and key: what a player reads before the lowest rung's first segment. */
export async function readStart(
  { store, keys }: { store: StreamStore; keys: StreamKeys },
  stream: string,
  { master: name, rungs: [lowest] }: StartSet,
): Promise<PlaybackStart | undefined> {
  if (!lowest) return undefined;
  const read = (file: string) => readWhole(store, stream, file);
  const [master, key] = await Promise.all([read(name), keys.find(stream)]);
  if (!master || !key) return undefined;
  const folders = [lowest.name, ...audioFolders(master.toString())];
  const start: PlaybackStart = {
    playlists: { [name]: master.toString() },
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
