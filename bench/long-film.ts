import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Gives an episode of the demo a film of this length, unless the server's folder has it from an earlier run. */
export async function keepLongFilm(url: string, episode: string, seconds: number): Promise<void> {
  if (!(await hasLongFilm(url, episode, seconds))) await uploadLongFilm(url, episode, seconds);
}

/** Whether the server's folder has the film of an earlier run. */
async function hasLongFilm(url: string, episode: string, seconds: number): Promise<boolean> {
  const answer = await fetch(`${url}/functions/v1/playback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mediaType: 'episode', id: episode }),
  });
  const { film } = (await answer.json()) as { film?: { duration: number } };
  return Math.round(film?.duration ?? 0) === seconds;
}

/** Uploads the film, so that the server encodes it. */
async function uploadLongFilm(url: string, episode: string, seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lakou-film-'));
  const file = join(folder, 'film.mp4');
  const source = [
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=24:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=220:beep_factor=4:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '28', '-c:a', 'aac', '-shortest', file],
  ];
  const { status } = spawnSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-loglevel', 'error', ...source]);
  if (status !== 0) throw new Error('ffmpeg could not make the film');
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const account = JSON.stringify({ email: 'admin@lakou.test', password: 'lakou-demo' });
  const { access_token } = (await request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: account,
    headers: { 'content-type': 'application/json' },
  })) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  await request(`/storage/v1/object/movies/movies/episodes/${episode}.mp4`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'video/mp4', 'x-upsert': 'true' },
    body: readFileSync(file),
  });
  rmSync(folder, { recursive: true });
  for (;;) {
    const [job] = (await request(
      `/rest/v1/media_jobs?select=status,percent,error_detail&episode_id=eq.${episode}&order=created_at.desc&limit=1`,
      { headers },
    )) as { status: string; percent: number; error_detail: string | null }[];
    if (job?.status === 'done') return;
    if (job && job.status !== 'queued' && job.status !== 'running')
      throw new Error(`the film: ${job.error_detail}`);
    console.error(`  the film is being made: ${job?.percent ?? 0} %`);
    await sleep(5000);
  }
}
