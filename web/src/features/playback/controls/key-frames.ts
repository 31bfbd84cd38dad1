import type { Playback } from '@lakou/contract/playback/responses';
import { importKey, join } from '../start/piece-decrypter.ts';
import { fromBase64, splitKeyTag } from '../start/read-playlists.ts';
import { readSegment } from '../start/read-segment.ts';

/** Has the tags and the first frame's duration; a film's whole list can be as long as two seconds of the film. */
const PLAYLIST_HEAD = { headers: { range: 'bytes=0-511' } };

interface Track {
  /** Seconds between two frames. */
  interval: number;
  iv: Uint8Array<ArrayBuffer>;
  key: CryptoKey;
  init: Uint8Array<ArrayBuffer>;
  type: string;
}

/** The film's key-frame track: a small picture every few seconds, each in a file of its own. */
export class KeyFrames {
  readonly #folder: string;
  readonly #track: Promise<Track>;
  readonly #duration: number;

  constructor({ base, start, film }: Playback) {
    this.#folder = `${base}iframes/`;
    this.#duration = film.duration;
    this.#track = this.#open(`${base}key`, start?.bytes.key);
    this.#track.catch(() => {});
  }

  /** The header, and the type of both. */
  async head(): Promise<Pick<Track, 'init' | 'type'>> {
    return this.#track;
  }

  /** The last frame at or before this time. */
  async read(time: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const { interval, key, iv } = await this.#track;
    // The sound can end a little later than the picture: the film's last moments have no frame of their own.
    const last = Math.max(0, Math.ceil((this.#duration - 1) / interval) - 1);
    const name = String(Math.min(Math.floor(time / interval), last)).padStart(5, '0');
    const parts: Uint8Array[] = [];
    const source = { url: `${this.#folder}${name}.m4s`, key, iv, signal };
    // The film itself is repeated when the connection is back; this picture is not.
    const onBroken = (): Promise<void> => Promise.reject(new Error('the connection broke'));
    for await (const part of readSegment(source, { onBroken })) parts.push(part);
    return join(...parts);
  }

  async #open(keyUrl: string, key: string | undefined): Promise<Track> {
    const [playlist, init, keyBytes] = await Promise.all([
      fetch(`${this.#folder}playlist.m3u8`, PLAYLIST_HEAD).then((answer) => answer.text()),
      bytesOf(`${this.#folder}init.mp4`),
      key ? fromBase64(key) : bytesOf(keyUrl),
    ]);
    const { iv } = splitKeyTag(playlist) ?? {};
    const interval = Number(/#EXTINF:([\d.]+),/.exec(playlist)?.[1]);
    if (!iv || !(interval > 0)) throw new Error('there is no key-frame track');
    return { interval, iv, key: await importKey(keyBytes), init, type: typeOf(init) };
  }
}

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The box `avcC` has version, profile, constraints and level, a byte each. */
function typeOf(init: Uint8Array): string {
  const at = new TextDecoder('latin1').decode(init).indexOf('avcC') + 5;
  const codec = Array.from(init.subarray(at, at + 3), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `video/mp4; codecs="avc1.${codec}"`;
}
