import type { Playback } from '@lakou/contract/playback';
import { createContext, useContext } from 'react';
import type { Commands } from './controls/use-commands.ts';
import type { Engine, EngineState } from './engine/engine.ts';
import type { WatchEpisode, WatchTitle } from './read-watch.ts';
import type { Habits } from './remembered.ts';

export type PanelName =
  | 'settings'
  | 'quality'
  | 'captions'
  | 'caption-style'
  | 'audio'
  | 'speed'
  | 'keys'
  | 'episodes';

/** What everything on the picture shares: requests go down through `commands`, state comes up from the video. */
export interface Player {
  video: HTMLVideoElement | null;
  engine: Engine | null;
  ladder: EngineState;
  playback: Playback;
  title: WatchTitle | null;
  episodes: readonly WatchEpisode[];
  next: WatchEpisode | undefined;
  habits: Habits;
  change(habits: Partial<Habits>): void;
  panel: PanelName | null;
  open(panel: PanelName | null): void;
  audioOnly: boolean;
  listenOnly(wish: boolean): void;
  commands: Commands;
  /** Says it in passing: seen for a moment, and read out. */
  say(text: string): void;
  markWatched(): void;
}

export const PlayerContext = createContext<Player | null>(null);

export function usePlayer(): Player {
  const player = useContext(PlayerContext);
  if (!player) throw new Error('a control without a player');
  return player;
}
