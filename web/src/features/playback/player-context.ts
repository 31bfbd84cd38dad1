import type { Playback } from '@lakou/contract/playback/responses';
import { createContext, useContext } from 'react';
import type { Commands } from './controls/use-commands.ts';
import type { Scrub } from './controls/use-scrub.ts';
import type { Engine, EngineState } from './engine/engine.ts';
import type { PlaybackPreferences } from './preferences.ts';
import type { WatchEpisode, WatchTitle } from './read-watch.ts';

export type PanelName =
  | 'settings'
  | 'quality'
  | 'captions'
  | 'caption-style'
  | 'audio'
  | 'sign'
  | 'speed'
  | 'keys'
  | 'episodes';

/** Shared by all controls: actions go through `commands`, state comes from the video element and the engine. */
export interface Player {
  video: HTMLVideoElement | null;
  engine: Engine | null;
  engineState: EngineState;
  playback: Playback;
  title: WatchTitle | null;
  episodes: readonly WatchEpisode[];
  next: WatchEpisode | undefined;
  preferences: PlaybackPreferences;
  change(preferences: Partial<PlaybackPreferences>): void;
  panel: PanelName | null;
  open(panel: PanelName | null): void;
  audioOnly: boolean;
  setAudioOnly(enabled: boolean): void;
  commands: Commands;
  scrub: Scrub;
  /** Shows a text for a moment and announces it to screen readers. */
  announce(text: string): void;
  markWatched(): void;
  episodePath(id: string): string;
  /** Where a downloaded film leads back to; null: to its page. */
  wayBack: { to: string; label: string } | null;
}

export const PlayerContext = createContext<Player | null>(null);

export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error('usePlayer must be used inside PlayerContext');
  return player;
}
