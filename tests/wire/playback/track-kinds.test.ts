import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatMasterPlaylist } from '../../../media/src/playlists.ts';
import { syncAudio } from '../../../server/src/catalogue/ingest/sync-audio.ts';
import { openStreamStore } from '../../../server/src/playback/stream-store.ts';
import { addStream, Browser, type TestStream } from '../../support/streams.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const DESCRIBES = 'CHARACTERISTICS="public.accessibility.describes-video"';
const audio = [
  { name: 'Kreyòl', language: 'ht', default: true, kind: 'main' as const },
  { name: 'Kreyòl', language: 'ht', default: false, kind: 'main' as const },
];
const master = formatMasterPlaylist({
  variants: [],
  renditions: audio.map((track, n) => ({
    ...track,
    ...{ group: 'low', uri: n === 0 ? 'audio/playlist.m3u8' : 'audio-1/playlist.m3u8' },
  })),
});

let server: TestServer;
let movie = '';
let stream: TestStream;
beforeAll(async () => {
  server = await startTestServer({ PLAYBACK_TRUST_SECONDS: '0' });
  const [made] = await server.database.query<{ id: string }>(
    `insert into public.movies (title, published, is_free) values ('De vwa', true, true) returning id`,
  );
  movie = made?.id ?? '';
  const files = {
    'master.m3u8': Buffer.from(master),
    'audio.m3u8': Buffer.from('#EXTM3U\naudio/playlist.m3u8\n'),
  };
  stream = await addStream(server, { movie_id: movie }, files, { audio });
});
afterAll(() => server.close());

/** The master playlist as a viewer gets it. */
async function read(file: string): Promise<string> {
  const browser = new Browser(server.url);
  await browser.play('movie', movie);
  return (await browser.get(`/stream/${stream.id}/${file}`)).text();
}

test('what an editor says about a sound track reaches players that know the playlists alone', async () => {
  const context = {
    database: server.database,
    streams: await openStreamStore({ dataFolder: server.dataFolder, s3: undefined }),
    folder: `${server.dataFolder}/tmp/ingest`,
  };
  expect(await read('master.m3u8')).toBe(master);
  const { error } = await server
    .as('admin')
    .rpc('set_audio_kind', { of_kind: 'movie', of_id: movie, track: 0, kind: 'description' });
  expect(error).toBeNull();
  await syncAudio(context);
  const changed = await read('master.m3u8');
  expect(changed).toMatch(new RegExp(`DEFAULT=NO,AUTOSELECT=YES,${DESCRIBES},.*URI="audio/`));
  expect(changed).toMatch(/DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio-1\//);
  expect(await read('audio.m3u8')).toBe('#EXTM3U\naudio-1/playlist.m3u8\n');
  const { body } = await new Browser(server.url).press('movie', movie);
  expect(body.film.audio).toMatchObject([{ kind: 'description', default: false }, { default: true }]);

  const member = server.as('member').rpc('set_audio_kind', {
    ...{ of_kind: 'movie', of_id: movie, track: 0, kind: 'main' },
  });
  expect((await member).error?.code).toBe('42501');
  await server
    .as('admin')
    .rpc('set_audio_kind', { of_kind: 'movie', of_id: movie, track: 0, kind: 'main' })
    .throwOnError();
  await syncAudio(context);
  expect(await read('master.m3u8')).not.toContain('CHARACTERISTICS');
});
