import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Playback, PlaybackRefusal } from '../../contract/src/playback/responses.ts';

export const film = {
  version: 1,
  duration: 100,
  width: 426,
  height: 240,
  rungs: [
    {
      name: 'v145',
      width: 426,
      height: 240,
      bandwidth: 160_000,
      average_bandwidth: 145_000,
      codecs: 'avc1.42c00d,mp4a.40.2',
      bytes: 1000,
    },
  ],
  audio: [{ name: 'Kreyòl', language: 'ht', default: true }],
  audio_only: { bandwidth: 48_000, bytes: 500 },
  subtitles: [],
  poster: 'poster.jpg',
  preview: 'data:image/webp;base64,',
  storyboard: null,
  complete: true,
};

export interface TestStream {
  id: string;
  key: Buffer;
  files: Record<string, Buffer>;
}

interface Asked {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** A stream's row and files in the encoder's layout; their content is not playable. */
export async function addStream(
  { database, dataFolder }: { database: Asked; dataFolder: string },
  title: { movie_id: string } | { episode_id: string },
  files: Record<string, Buffer> = {},
  more: object = {},
): Promise<TestStream> {
  const stream: TestStream = {
    id: randomUUID(),
    key: randomBytes(16),
    files: {
      'master.m3u8': Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=160000\nv145/playlist.m3u8\n'),
      'audio.m3u8': Buffer.from('#EXTM3U\n'),
      'v145/playlist.m3u8': Buffer.from('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="../key"\n00000.m4s\n'),
      'v145/init.mp4': Buffer.from('init'),
      'v145/00000.m4s': Buffer.from('0123456789abcdefghij'),
      'audio/00000.m4s': Buffer.from('sound'),
      'poster.jpg': Buffer.from('picture'),
      ...files,
    },
  };
  for (const [name, bytes] of Object.entries(stream.files)) {
    const path = join(dataFolder, 'streams', stream.id, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  await database.query(
    `insert into private.streams (id, movie_id, episode_id, encryption_key, film, status, duration)
      values ($1, $2, $3, $4, $5, 'whole', 100)`,
    [
      stream.id,
      'movie_id' in title ? title.movie_id : null,
      'episode_id' in title ? title.episode_id : null,
      stream.key,
      { ...film, ...more },
    ],
  );
  return stream;
}

/** A browser: user agent, cookies, and optionally a session. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #server: string;
  readonly #token: string | undefined;
  readonly name: string;

  constructor(server: string, options: { token?: string; name?: string } = {}) {
    this.#server = server;
    this.#token = options.token;
    this.name = options.name ?? 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';
  }

  /** Sends cookies only to their path, like a real browser. */
  async get(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const cookie = [...this.cookies]
      .filter(([place]) => path.startsWith(`${place.split(' ')[0]}/`))
      .map(([place, value]) => `${place.split(' ')[1]}=${value}`)
      .join('; ');
    const answer = await fetch(this.#server + path, {
      ...init,
      headers: { 'user-agent': this.name, ...(cookie ? { cookie } : {}), ...init.headers },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value, at] = /^([^=]+)=([^;]*);.*\bPath=([^;]+)/.exec(set) ?? [];
      this.cookies.set(`${at} ${name}`, value ?? '');
    }
    return answer;
  }

  /** Requests a playback ticket, as the player does. */
  async press(
    mediaType: 'movie' | 'episode',
    id: string,
    more: object = {},
  ): Promise<{ status: number; body: Playback & PlaybackRefusal }> {
    const answer = await this.#request(mediaType, id, more);
    return { status: answer.status, body: await answer.json() };
  }

  /** The same in one request: the answer also opens the session. */
  start(mediaType: 'movie' | 'episode', id: string, more: object = {}, wanted = 'yes'): Promise<Response> {
    return this.#request(mediaType, id, more, `?start=${wanted}`);
  }

  #request(mediaType: string, id: string, more: object, query = ''): Promise<Response> {
    return this.get(`/functions/v1/playback${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: JSON.stringify({ mediaType, id, ...more }),
    });
  }

  /** Requests a ticket and exchanges it. */
  async play(mediaType: 'movie' | 'episode', id: string): Promise<Playback> {
    const { status, body } = await this.press(mediaType, id);
    if (status !== 200) throw new Error(`playback was answered ${status}: ${JSON.stringify(body)}`);
    const master = await this.get(body.url);
    if (master.status !== 200) throw new Error(`the playlist was answered ${master.status}`);
    return body;
  }

  async status(path: string, init: RequestInit = {}): Promise<number> {
    const answer = await this.get(path, init as RequestInit & { headers?: Record<string, string> });
    await answer.arrayBuffer();
    return answer.status;
  }
}
