import { text } from 'node:stream/consumers';
import type { Database } from '@lakou/platform/database';
import { fileKind } from '../../server/src/playback/stream-file-names.ts';
import type { StreamStore } from '../../server/src/playback/stream-store.ts';
import { type Finding, fault, warning } from './finding.ts';
import { FIRST_ID, GRACE_MS, Names, PAGE, SUSPICIOUS } from './listing.ts';

/** Films that can be played: every file that their playlists name is there, with bytes in it. And folders of no film. */
export async function checkStreams(
  streams: StreamStore,
  database: Database,
  { isRepairing }: { isRepairing: boolean },
): Promise<Finding[]> {
  return [
    ...(await checkFilms(streams, database)),
    ...(await checkExtraFolders(streams, database, isRepairing)),
  ];
}

async function checkFilms(streams: StreamStore, database: Database): Promise<Finding[]> {
  const gone = new Names();
  const broken = new Names();
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const rows: { id: string; title: string }[] = await database.query<{ id: string; title: string }>(
      `select s.id::text, coalesce(m.title, e.title, s.id::text) as title from private.streams s
        left join public.movies m on m.id = s.movie_id left join public.episodes e on e.id = s.episode_id
        where s.id > $1 and s.status in ('watchable', 'whole') order by s.id limit ${PAGE}`,
      [after],
    );
    for (const { id, title } of rows) {
      const lacking = await findLacking(streams, id);
      if (lacking.includes('master.m3u8')) gone.add(title);
      else if (lacking.length > 0)
        broken.add(`${title} (${lacking[0]}${lacking.length > 1 ? ` and ${lacking.length - 1} more` : ''})`);
    }
    after = rows.at(-1)?.id;
  }
  const advice =
    'Restore the folder or bucket of the streams, or upload the film again on its page in /admin: it is encoded again.';
  return [
    ...(gone.count > 0
      ? [fault(`${gone.count} films cannot be played, their files are gone: ${gone}.`, advice)]
      : []),
    ...(broken.count > 0
      ? [fault(`${broken.count} films stop or lack sound, files are missing or empty: ${broken}.`, advice)]
      : []),
  ];
}

/** What the playlists of a stream name and the store does not have. The listing is last: a film in work grows meanwhile. */
async function findLacking(streams: StreamStore, stream: string): Promise<string[]> {
  const named = new Set(['master.m3u8']);
  for (const playlist of named) {
    if (!playlist.endsWith('.m3u8')) continue;
    const bytes = await streams.open(stream, playlist);
    for (const name of bytes ? filesOf(await text(bytes), playlist) : []) named.add(name);
  }
  const sizes = new Map<string, number>();
  for await (const { name, size } of streams.files(stream)) sizes.set(name, size);
  return [...named].filter((name) => !sizes.get(name));
}

/** Addresses are relative to the playlist; that of the key is answered from the database. */
function filesOf(playlist: string, name: string): string[] {
  const addresses = [...playlist.matchAll(/URI="([^"]+)"|^([^#\s]\S*)$/gm)].map(
    ([, quoted, line]) => quoted ?? line ?? '',
  );
  return addresses
    .map((address) => new URL(address, `http://stream/${name}`).pathname.slice(1))
    .filter((file) => fileKind(file)?.kind !== 'key');
}

async function checkExtraFolders(
  streams: StreamStore,
  database: Database,
  isRepairing: boolean,
): Promise<Finding[]> {
  const before = new Date(Date.now() - GRACE_MS);
  const extra: string[] = [];
  let seen = 0;
  for await (const stream of streams.list()) {
    seen += 1;
    const [kept] = await database.query('select from private.list_kept_streams($1)', [[stream]]);
    if (!kept && (await isOlder(streams, stream, before))) extra.push(stream);
  }
  if (extra.length === 0) return [];
  const names = new Names();
  for (const stream of extra) names.add(stream);
  const found = `${extra.length} folders of streams belong to no film: ${names}.`;
  if (extra.length >= SUSPICIOUS && extra.length * 2 > seen)
    return [
      fault(found, 'That is most of them: are this DATA_DIR or bucket and this database of one place?'),
    ];
  if (!isRepairing)
    return [warning(found, 'They take space only. npm run doctor -- --objects --repair removes them.')];
  for (const stream of extra) await streams.remove(stream);
  return [warning(found, 'They were removed.')];
}

async function isOlder(streams: StreamStore, stream: string, before: Date): Promise<boolean> {
  for await (const { since } of streams.files(stream)) if (since >= before) return false;
  return true;
}
