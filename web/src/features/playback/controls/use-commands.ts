import { useMemo } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { type Habits, readHabits } from '../remembered.ts';
import { clockTime } from '../time-text.ts';
import { toggleFullScreen } from './full-screen.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export interface Commands {
  toggle(): void;
  seekTo(time: number): void;
  seekBy(seconds: number): void;
  louder(by: number): void;
  setVolume(volume: number): void;
  mute(wish?: boolean): void;
  setSpeed(speed: number): void;
  faster(by: 1 | -1): void;
  fullScreen(): void;
  pictureInPicture(): void;
}

/** What somebody can ask of the picture, by whatever hand; each says what it did. */
export function useCommands(
  video: HTMLVideoElement | null,
  say: (text: string) => void,
  change: (habits: Partial<Habits>) => void,
): Commands {
  const t = useTranslations();
  return useMemo(() => {
    const withVideo = (deed: (video: HTMLVideoElement) => void) => {
      if (video) deed(video);
    };
    const commands: Commands = {
      toggle: () =>
        withVideo((media) => {
          if (media.paused) media.play().catch(() => {});
          else media.pause();
          say(t(media.paused ? 'playback.pause' : 'playback.play'));
        }),
      seekTo: (time) =>
        withVideo((media) => {
          // Between two sources nobody knows how long it is.
          if (!Number.isFinite(time) || !Number.isFinite(media.duration)) return;
          media.currentTime = Math.min(Math.max(0, time), Math.max(0, media.duration - 0.1));
          say(clockTime(media.currentTime));
        }),
      seekBy: (seconds) => withVideo((media) => commands.seekTo(media.currentTime + seconds)),
      setVolume: (volume) =>
        withVideo((media) => {
          media.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
          media.muted = media.volume === 0;
          change({ volume: media.volume, muted: media.muted });
          say(t('playback.volume_at', { percent: Math.round(media.volume * 100) }));
        }),
      louder: (by) => withVideo((media) => commands.setVolume((media.muted ? 0 : media.volume) + by)),
      mute: (wish) =>
        withVideo((media) => {
          media.muted = wish ?? !media.muted;
          if (!media.muted && media.volume === 0) media.volume = readHabits().volume || 1;
          change({ muted: media.muted });
          say(t(media.muted ? 'playback.muted' : 'playback.unmute'));
        }),
      setSpeed: (speed) =>
        withVideo((media) => {
          // The other one is what a new source begins with.
          media.playbackRate = speed;
          media.defaultPlaybackRate = speed;
          change({ speed });
          say(`${speed} ×`);
        }),
      faster: (by) =>
        withVideo((media) => {
          const at = SPEEDS.findIndex((speed) => speed >= media.playbackRate);
          commands.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))] ?? 1);
        }),
      fullScreen: () => withVideo((media) => void toggleFullScreen(media).catch(() => {})),
      pictureInPicture: () =>
        withVideo((media) => {
          const done = document.pictureInPictureElement
            ? document.exitPictureInPicture()
            : media.requestPictureInPicture();
          done.catch(() => {});
        }),
    };
    return commands;
  }, [video, say, change, t]);
}
