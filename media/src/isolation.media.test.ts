import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFfmpeg } from './find-ffmpeg.ts';
import { withoutNetwork } from './isolation.ts';
import { probe } from './probe.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const limits = { niceness: 0, memory: 8 * 2 ** 30, seconds: 60 };
let folder: string;
let listener: Server;
let url: string;
const requests: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lakou-isolation-'));
  listener = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => {
  listener.close();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, contents: string): string {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}

test('ffmpeg cannot read our environment', async () => {
  const record = join(folder, 'environment');
  const program = write('ffmpeg', `#!/bin/sh\nenv > ${record}\n`);
  chmodSync(program, 0o755);
  process.env.STRIPE_SECRET_KEY = 'sk_live_of_this_test';
  try {
    await runFfmpeg({ ...limits, program, args: [] });
  } finally {
    delete process.env.STRIPE_SECRET_KEY;
  }
  const names = readFileSync(record, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=', 1)[0])
    .filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name ?? ''));
  expect(names.sort()).toEqual(['AV_LOG_FORCE_NOCOLOR', 'PATH']);
});

describe('a hostile file', () => {
  const hostile: Record<string, () => string> = {
    'playlist.m3u8': () =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}/playlist.ts\n#EXT-X-ENDLIST\n`,
    'playlist.mp4': () => `#EXTM3U\n#EXTINF:1,\n${url}/segment.ts\n#EXT-X-ENDLIST\n`,
    'script.mp4': () => `ffconcat version 1.0\nfile '${url}/concat.mp4'\n`,
    'session.sdp': () => 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
    'dash.mpd': () => `<MPD><Period><BaseURL>${url}/dash</BaseURL></Period></MPD>`,
  };

  test.each(Object.keys(hostile))('%s reaches nobody', async (name) => {
    const file = write(name, (hostile[name] as () => string)());
    await expect(probe(file)).rejects.toMatchObject({ name: 'MediaError' });
    expect(requests).toEqual([]);
  });

  test('reaches nobody even if ffmpeg does what it says', async ({ skip }) => {
    const { ffprobe } = await findFfmpeg();
    if ((await withoutNetwork()).length === 0) skip('this system lets nobody take the network away');
    await expect(
      runFfmpeg({ ...limits, program: ffprobe, args: ['-v', 'error', `${url}/film.mp4`] }),
    ).rejects.toMatchObject({ key: 'media_failed' });
    expect(requests).toEqual([]);
  });
});
