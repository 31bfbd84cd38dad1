import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type Bandwidths, formatMasterPlaylist, formatMediaPlaylist } from '../../media/src/playlists.ts';
import { addStream } from '../../tests/support/streams.ts';

/** Of a film in our bitrate ladder: what a phone gets first, and what it can get. In kilobits per second. */
const RUNGS = [
  { name: 'v145', kilobits: 145, width: 426, height: 240 },
  { name: 'v730', kilobits: 730, width: 854, height: 480 },
];
const CODECS = ['avc1.64001E', 'mp4a.40.2'];
const SEGMENT_SECONDS = 4;
const INIT_BYTES = 1_400;

/** A free film of ten minutes. Its bytes are noise: nobody decodes them. `share`: of the bytes that a real one has. */
export async function addFilm(connectionString: string, dataFolder: string, share = 1): Promise<string> {
  const database = new Client({ connectionString });
  await database.connect();
  try {
    const { rows } = await database.query<{ id: string }>(
      `insert into public.movies (title, is_free, published) values ('Yon fim pou anpil moun', true, true) returning id`,
    );
    const id = rows[0]?.id ?? '';
    const rungs = RUNGS.map(({ kilobits, ...rung }) => {
      const bandwidth = kilobits * 1000;
      return {
        ...rung,
        ...{
          bandwidth,
          average_bandwidth: bandwidth,
          codecs: CODECS.join(','),
          bytes: (bandwidth * 600) / 8,
        },
      };
    });
    const stream = await addStream({ database, dataFolder }, { movie_id: id }, filmFiles(share), {
      duration: 600,
      rungs,
    });
    // The demo removes streams that are neither its own nor an upload's, at each start.
    await database.query('update private.streams set source_path = $2, duration = 600 where id = $1', [
      stream.id,
      `movies/${id}.mp4`,
    ]);
    return id;
  } finally {
    await database.end();
  }
}

/** Paths and bytes, in the encoder's layout. */
export function filmFiles(share: number): Record<string, Buffer> {
  const iv = Buffer.alloc(16, 7);
  const names = Array.from({ length: 600 / SEGMENT_SECONDS }, (_, n) => `${String(n).padStart(5, '0')}.m4s`);
  const list = (kind: 'all' | 'key frames') =>
    Buffer.from(
      formatMediaPlaylist(
        names.map((file) => ({ file, duration: SEGMENT_SECONDS, bytes: 0 })),
        iv,
        kind,
      ),
    );
  const bandwidth = (bits: number): Bandwidths => ({ peak: bits, average: bits, bytes: (bits * 600) / 8 });
  const master = formatMasterPlaylist({
    variants: RUNGS.map(({ name, kilobits, width, height }) => ({
      uri: `${name}/playlist.m3u8`,
      bandwidth: bandwidth(kilobits * 1000),
      codecs: CODECS,
      width,
      height,
    })),
    keyFrames: { uri: 'iframes/playlist.m3u8', bandwidth: bandwidth(10_000), codecs: ['avc1.64100B'] },
  });
  const files: Record<string, Buffer> = {
    'master.m3u8': Buffer.from(master),
    'iframes/playlist.m3u8': list('key frames'),
    'iframes/init.mp4': randomBytes(INIT_BYTES),
  };
  for (const { name, kilobits } of RUNGS) {
    files[`${name}/playlist.m3u8`] = list('all');
    files[`${name}/init.mp4`] = randomBytes(INIT_BYTES);
    const bytes = Math.round(((kilobits * 1000) / 8) * SEGMENT_SECONDS * share);
    for (const segment of names) files[`${name}/${segment}`] = randomBytes(bytes);
  }
  return files;
}
