import type { AudioKind } from '@lakou/contract/media/track-kinds';
import type { PlaybackStart } from '@lakou/contract/playback/responses';
import type { WantedAudio } from '../find-track.ts';
import type { OpenedVideo } from '../start/early-playback.ts';

/** A quality level in the menu; `level` is its index in hls.js. */
interface QualityLevel {
  level: number;
  name: string;
  bitrate: number;
  /** As RFC 6381 writes it; empty where it is not known. */
  codec: string;
}

export interface EngineState {
  /** From the lowest to the best; empty where the browser chooses by itself. */
  levels: readonly QualityLevel[];
  /** The level on screen. */
  currentLevel: number | null;
  /** The level that the viewer chose; null for automatic. */
  chosenLevel: number | null;
  audioTracks: readonly { id: number; name: string; language: string; kind: AudioKind }[];
  audioTrack: number;
  /** No data arrives; the engine keeps retrying. */
  isConnectionLost: boolean;
}

export interface Engine {
  state(): EngineState;
  subscribe(listener: () => void): () => void;
  /** Loads a playlist at a position; keeps playing or stays paused as before. */
  load(address: string, at: number): void;
  /** Continues after a refusal, once the ticket is renewed. */
  resume(): void;
  /** Retries without waiting for the timer. */
  retryNow(): void;
  setLevel(level: number | null): void;
  setAudioTrack(id: number): void;
  setDataSaver(enabled: boolean): void;
  /** Loads nothing more until it is called with false. */
  hold(held: boolean): void;
  /**
   * Plays the address that a receiver fetches, or with null the film as before, at the same position. `onFailed`: the address
   * stopped working.
   */
  cast(address: string | null, onFailed?: () => void): Promise<void>;
  destroy(): void;
}

/** The files of a downloaded film. */
export interface StoredFiles {
  /** The path that its addresses begin with. */
  base: string;
  /** A file by its path inside the stream, ready to be played. */
  read(file: string): Promise<string | ArrayBuffer>;
}

export interface EngineOptions {
  video: HTMLVideoElement;
  /** Set where the video plays already: the engine continues with its media source. */
  opened: OpenedVideo | null;
  /** What came with the ticket: the engine does not request it again. */
  start: { base: string; files: PlaybackStart } | null;
  /** Set for a downloaded film: nothing is requested. */
  stored: StoredFiles | null;
  /** Last measured bandwidth in bits per second. */
  bandwidth: number | null;
  dataSaver: boolean;
  /** The sound to start with. */
  audio: WantedAudio;
  /** The server refuses the session: get a new ticket, then call `resume` or `load`. */
  onRefused(): void;
  /** A failure that retrying does not fix. */
  onBroken(): void;
  onBandwidth(bitsPerSecond: number): unknown;
}

export const IDLE: EngineState = {
  levels: [],
  currentLevel: null,
  chosenLevel: null,
  audioTracks: [],
  audioTrack: -1,
  isConnectionLost: false,
};

/** A store for `useSyncExternalStore`: a new object for every change. */
export function createEngineStore() {
  const listeners = new Set<() => void>();
  let now = IDLE;
  return {
    state: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(change: Partial<EngineState>) {
      const names = Object.keys(change) as (keyof EngineState)[];
      if (names.every((name) => now[name] === change[name])) return;
      now = { ...now, ...change };
      for (const listener of listeners) listener();
    },
  };
}
