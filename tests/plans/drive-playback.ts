import { setTimeout as sleep } from 'node:timers/promises';
import { BUSIEST_MEMBER, idOf } from '../../bench/big-world/ids.ts';
import type { CastAddress } from '../../contract/src/playback/responses.ts';
import { JobQueue } from '../../server/src/catalogue/ingest/job-queue.ts';
import { register } from '../support/account-people.ts';
import { Browser, film as filmFile } from '../support/streams.ts';
import type { PlanClient } from './plan-client.ts';

/** A free film of the demo, which has files. */
const DEMO_FILM = 'f1000000-0000-4000-8000-000000000003';
/** What every MP4 file begins with. */
const MP4 = new TextEncoder().encode('\0\0\0\u0014ftypisom\0\0\u0002\0isom');

/** Visitors and members watch; the busiest one continues. */
export async function drivePlayback(client: PlanClient): Promise<void> {
  const { token } = await register(client.server);
  const { url } = client.server;
  for (const film of [idOf('film', 1), idOf('film', 11)])
    await client.send('POST', '/functions/v1/playback', { body: { mediaType: 'movie', id: film } });
  await client.must('POST', '/functions/v1/playback', {
    as: 'busiest',
    body: { mediaType: 'movie', id: idOf('film', 1) },
  });
  await client.must('POST', '/functions/v1/playback', {
    as: 'busiest',
    body: { mediaType: 'episode', id: idOf('episode', 20) },
  });
  const browser = new Browser(url, { token });
  const { body } = await browser.press('movie', DEMO_FILM);
  if (body.url) {
    await browser.get(body.url);
    // The gate asks the database again.
    await sleep(1_100);
    await browser.get(`${body.base}master.m3u8`);
    await browser.get(`${body.base}progress`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ position: 12, duration: 100, seconds: 10 }),
    });
    await driveCasting(browser, url, body.base);
  }
  for (const { session } of await client.rpc('my_streams', {}, { token }))
    await client.rpc('end_playback', { session }, { token });
  await client.rpc('my_streams', {}, 'busiest');
  await client.rpc('continue_watching', {}, 'busiest');
  await client.rpc('continue_watching', {}, 'other');
  await driveDownloads(client, token);
  const at = { media_type: 'movie', media_id: idOf('film', 1) };
  await client.rpc('save_progress', { ...at, position: 700, duration: 5400, seconds_watched: 10 }, 'busiest');
  await client.rpc('mark_watched', { ...at, watched: false }, 'busiest');
  await client.rpc('mark_watched', { ...at, watched: true }, 'busiest');
  await client.must(
    'DELETE',
    `/rest/v1/watch_progress?title_id=in.(${idOf('film', 4)})&user_id=eq.${BUSIEST_MEMBER}`,
    { as: 'busiest' },
  );
}

/** A receiver gets an address and uses it, until the browser takes the film back. */
async function driveCasting(browser: Browser, server: string, base: string): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const given = await browser.get(`${base}cast`, { method: 'POST', headers });
  const { url } = (await given.json()) as CastAddress;
  await fetch(new URL(url, server));
  await browser.get(`${base}cast`, { method: 'DELETE', headers });
}

/** A device that keeps a film and a season, is in contact, and is removed. */
async function driveDownloads(client: PlanClient, token: string): Promise<void> {
  const device = crypto.randomUUID();
  const { publicKey } = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64');
  await client.rpc('list_download_sizes', { of_type: 'movie', of_id: DEMO_FILM }, { token });
  await client.rpc(
    'list_download_sizes',
    { of_type: 'series', of_id: idOf('series', 1), season: 1 },
    { token },
  );
  const { stream } = await client.must('POST', '/functions/v1/offline-licence', {
    as: { token },
    body: { device, publicKey: spki, wanted: { mediaType: 'movie', id: DEMO_FILM } },
  });
  await client.rpc('check_in_downloads', { device }, { token });
  await client.rpc('my_download_devices', {}, { token });
  await client.rpc('release_download', { device, stream_id: stream }, { token });
  await client.rpc('remove_download_device', { device }, { token });
}

/** The work of a process that encodes films, on an upload of this round. */
export async function driveIngest(client: PlanClient): Promise<void> {
  const { database } = client.server;
  const film = await client.insert('movies', { id: crypto.randomUUID(), title: 'Fim ki monte' }, 'admin');
  const upload = (path: string, type: string, body: Uint8Array) =>
    client.must('POST', `/storage/v1/object/movies/${path}`, {
      as: 'admin',
      body,
      headers: { 'content-type': type, 'x-upsert': 'true' },
    });
  await upload(`movies/${film.id}.mp4`, 'video/mp4', MP4);
  const queue = new JobQueue(database);
  for (const ending of ['failed', 'done'] as const) {
    const job = await queue.claim();
    if (!job) {
      client.faults.push(`no job to claim before one is ${ending}`);
      return;
    }
    await queue.hold(job);
    await queue.progress(job, { stage: 'first', percent: 10, secondsLeft: 60 });
    if (ending === 'failed') {
      await queue.restart(job);
      await queue.failed(job, 'media_unreadable', 'tès', null);
      await client.rpc('retry_media_job', { job_id: job.job_id }, 'admin');
    } else {
      const audio = [...filmFile.audio, { name: 'Français', language: 'fr', default: false }];
      await queue.watchable(job, { ...filmFile, audio });
      await queue.done(job, { ...filmFile, audio });
      const title = { of_kind: 'movie', of_id: film.id };
      await client.rpc('list_audio_tracks', title, 'admin');
      await client.rpc('set_audio_kind', { ...title, track: 1, kind: 'description' }, 'admin');
      await client.rpc('cancel_media_job', { job_id: job.job_id }, 'admin');
    }
  }
  await queue.release();
  const path = `subtitles/${film.id}.vtt`;
  await upload(path, 'text/vtt', new TextEncoder().encode('WEBVTT\n'));
  await client.insert('subtitles', { movie_id: film.id, language: 'fr', name: 'Français', path }, 'admin');
  const sign = `signs/${film.id}.mp4`;
  await client.insert('sign_videos', { movie_id: film.id, language: 'ase', path: sign }, 'admin');
  await client.must('DELETE', `/rest/v1/movies?id=eq.${film.id}`, { as: 'admin' });
}
