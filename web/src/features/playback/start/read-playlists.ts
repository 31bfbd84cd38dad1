import type { PlaybackStart } from '@lakou/contract/playback/responses';

interface StartSegment {
  /** Path inside the stream. */
  file: string;
  start: number;
  end: number;
}

/** What is needed to append a film's lowest rung. */
export interface StartPlan {
  codecs: string;
  kilobitsPerSecond: number;
  init: Uint8Array<ArrayBuffer>;
  key: Uint8Array<ArrayBuffer>;
  iv: Uint8Array<ArrayBuffer>;
  duration: number;
  segments: StartSegment[];
}

/** The tag of our media playlists that names key and initialisation vector. */
const KEY_TAG = /^#EXT-X-KEY:METHOD=AES-128,URI="\.\.\/key",IV=0x([\da-f]{32})\n/m;

/** The initialisation vector of a media playlist, and the playlist as if its segments were not encrypted. */
export function splitKeyTag(playlist: string): { iv: Uint8Array<ArrayBuffer>; clear: string } | null {
  const [, iv] = KEY_TAG.exec(playlist) ?? [];
  if (!iv) return null;
  const bytes = Uint8Array.from(iv.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { iv: bytes, clear: playlist.replace(KEY_TAG, '') };
}

/**
 * Reads our own playlists, which have one form (media/src/playlists.ts). Null where the film needs the engine from the start: with separate
 * audio tracks, or in a form that is not known here.
 */
export function readPlan({ playlists, bytes }: PlaybackStart): StartPlan | null {
  const master = playlists['av1.m3u8'] ?? playlists['master.m3u8'] ?? '';
  if (master.includes('#EXT-X-MEDIA:')) return null;
  const [, bandwidth, codecs, path] =
    /^#EXT-X-STREAM-INF:BANDWIDTH=(\d+),.*CODECS="([^"]+)".*\n(.+)$/m.exec(master) ?? [];
  const playlist = path && playlists[path];
  if (!codecs || !playlist) return null;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const { iv } = splitKeyTag(playlist) ?? {};
  const init = bytes[`${folder}init.mp4`];
  if (!iv || !init || !bytes.key) return null;
  let end = 0;
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),\n(.+)/g)].map(([, seconds, name]) => {
    const start = end;
    end += Number(seconds);
    return { file: folder + name, start, end };
  });
  return {
    codecs,
    kilobitsPerSecond: Number(bandwidth) / 1000,
    init: fromBase64(init),
    key: fromBase64(bytes.key),
    iv,
    duration: end,
    segments,
  };
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
