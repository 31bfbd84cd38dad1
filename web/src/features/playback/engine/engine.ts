/** A rung of the ladder, as the menu shows it. */
interface Rung {
  level: number;
  name: string;
  bitrate: number;
}

export interface EngineState {
  /** From the lowest to the best; empty where the browser chooses by itself. */
  rungs: readonly Rung[];
  /** The rung on screen. */
  playing: number | null;
  /** The rung somebody asked for; null: whatever the line carries. */
  chosen: number | null;
  sounds: readonly { id: number; name: string; language: string }[];
  sound: number;
  /** Nothing comes down the line; it is tried again and again. */
  lost: boolean;
}

export interface Engine {
  state(): EngineState;
  subscribe(listener: () => void): () => void;
  /** Plays a playlist from there on, in the manner (playing or paused) that the video is in. */
  load(address: string, at: number): void;
  /** Goes on after the house had refused and has been asked again. */
  resume(): void;
  /** Does not wait for the next try. */
  tryNow(): void;
  choose(level: number | null): void;
  chooseSound(id: number): void;
  saveData(saving: boolean): void;
  destroy(): void;
}

export interface EngineOptions {
  video: HTMLVideoElement;
  /** The last known speed of the line, in bits per second. */
  bandwidth: number | null;
  saving: boolean;
  /** The language to begin with. */
  sound: string | null;
  /** The house no longer takes us for who we were: a new ticket, then `resume` or `load`. */
  onRefused(): void;
  /** Nothing that trying again would mend. */
  onBroken(): void;
  onBandwidth(bitsPerSecond: number): void;
}

export const IDLE: EngineState = {
  rungs: [],
  playing: null,
  chosen: null,
  sounds: [],
  sound: -1,
  lost: false,
};

/** State that React can read: a new object for every change. */
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
