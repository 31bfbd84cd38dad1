export interface CaptionStyle {
  size: 'small' | 'medium' | 'large' | 'huge';
  colour: 'chalk' | 'mango' | 'green';
  ground: 'none' | 'shade' | 'solid';
}

/** What this browser knows of how its people watch. */
export interface Habits {
  /** Bits per second, as last measured. */
  bandwidth: number | null;
  volume: number;
  muted: boolean;
  speed: number;
  /** The language of the captions; null for none. */
  captions: string | null;
  captionStyle: CaptionStyle;
  /** The language of the sound. */
  audio: string | null;
  dataSaver: boolean;
}

const KEY = 'lakou-player';

function untouched(): Habits {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return {
    bandwidth: null,
    volume: 1,
    muted: false,
    speed: 1,
    captions: null,
    captionStyle: { size: 'medium', colour: 'chalk', ground: 'shade' },
    audio: null,
    dataSaver: connection?.saveData === true,
  };
}

export function readHabits(): Habits {
  const fresh = untouched();
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Habits>;
    return { ...fresh, ...known, captionStyle: { ...fresh.captionStyle, ...known.captionStyle } };
  } catch {
    return fresh;
  }
}

export function remember(change: Partial<Habits>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readHabits(), ...change }));
  } catch {
    // Storage is forbidden or full: it is forgotten with the tab.
  }
}
