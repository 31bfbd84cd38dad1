import type { SignLanguage } from '@lakou/contract/media/sign-languages';
import type { AudioKind, SubtitleKind } from '@lakou/contract/media/track-kinds';
import { removeCookie, writeCookie } from '#lib/cookies.ts';

export interface CaptionStyle {
  size: 'small' | 'medium' | 'large' | 'huge';
  colour: 'chalk' | 'mango' | 'green';
  background: 'none' | 'shade' | 'solid';
}

/** The viewer's player settings, stored in this browser. */
export interface PlaybackPreferences {
  /** Last measured bandwidth in bits per second. */
  bandwidth: number | null;
  volume: number;
  muted: boolean;
  speed: number;
  /** Language of the captions; null for none. */
  captions: string | null;
  captionKind: SubtitleKind;
  captionStyle: CaptionStyle;
  /** Language of the audio track. */
  audio: string | null;
  audioKind: AudioKind;
  /** The sign language of the interpreter in the corner; null for none. */
  sign: SignLanguage | null;
  signSize: 'small' | 'large';
  dataSaver: boolean;
}

const KEY = 'lakou-player';

function defaultPreferences(): PlaybackPreferences {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return {
    bandwidth: null,
    volume: 1,
    muted: false,
    speed: 1,
    captions: null,
    captionKind: 'subtitles',
    captionStyle: { size: 'medium', colour: 'chalk', background: 'shade' },
    audio: null,
    audioKind: 'main',
    sign: null,
    signSize: 'small',
    dataSaver: connection?.saveData === true,
  };
}

export function readPreferences(): PlaybackPreferences {
  const defaults = defaultPreferences();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlaybackPreferences>;
    return { ...defaults, ...stored, captionStyle: { ...defaults.captionStyle, ...stored.captionStyle } };
  } catch {
    return defaults;
  }
}

export function savePreferences(change: Partial<PlaybackPreferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readPreferences(), ...change }));
    if (change.dataSaver) writeCookie('saver', '1');
    else if (change.dataSaver === false) removeCookie('saver');
  } catch {
    // Storage is blocked or full: the change lasts as long as the tab.
  }
}
