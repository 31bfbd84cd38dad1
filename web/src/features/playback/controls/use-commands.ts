import { useMemo } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { type PlaybackPreferences, readPreferences } from '../preferences.ts';
import { clockTime } from '../time-text.ts';
import { toggleFullScreen } from './full-screen.ts';

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export interface Commands {
  toggle(): void;
  seekTo(time: number): void;
  seekBy(seconds: number): void;
  changeVolume(by: number): void;
  setVolume(volume: number): void;
  /** Toggles without an argument. */
  mute(muted?: boolean): void;
  setSpeed(speed: number): void;
  changeSpeed(by: 1 | -1): void;
  fullScreen(): void;
  pictureInPicture(): void;
}

/** Player commands for buttons, keys and gestures; each announces what it did. */
export function useCommands(
  video: HTMLVideoElement | null,
  announce: (text: string) => void,
  change: (preferences: Partial<PlaybackPreferences>) => void,
): Commands {
  const t = useTranslations();
  return useMemo(() => {
    const withVideo = (action: (video: HTMLVideoElement) => void) => {
      if (video) action(video);
    };
    const commands: Commands = {
      toggle: () =>
        withVideo((media) => {
          if (media.paused) media.play().catch(() => {});
          else media.pause();
          announce(t(media.paused ? 'playback.pause' : 'playback.play'));
        }),
      seekTo: (time) =>
        withVideo((media) => {
          // While the source changes, the duration is unknown.
          if (!Number.isFinite(time) || !Number.isFinite(media.duration)) return;
          media.currentTime = Math.min(Math.max(0, time), Math.max(0, media.duration - 0.1));
          announce(clockTime(media.currentTime));
        }),
      seekBy: (seconds) => withVideo((media) => commands.seekTo(media.currentTime + seconds)),
      setVolume: (volume) =>
        withVideo((media) => {
          media.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
          media.muted = media.volume === 0;
          change({ volume: media.volume, muted: media.muted });
          announce(t('playback.volume_at', { percent: Math.round(media.volume * 100) }));
        }),
      changeVolume: (by) =>
        withVideo((media) => {
          if (!media.muted) commands.setVolume(media.volume + by);
          // Louder brings back the sound as it was before.
          else if (by > 0) commands.setVolume(media.volume || by);
        }),
      mute: (muted) =>
        withVideo((media) => {
          media.muted = muted ?? !media.muted;
          if (!media.muted && media.volume === 0) media.volume = readPreferences().volume || 1;
          change({ muted: media.muted });
          announce(t(media.muted ? 'playback.muted' : 'playback.unmute'));
        }),
      setSpeed: (speed) =>
        withVideo((media) => {
          // `defaultPlaybackRate` applies when a new source is loaded.
          media.playbackRate = speed;
          media.defaultPlaybackRate = speed;
          change({ speed });
          announce(`${speed} ×`);
        }),
      changeSpeed: (by) =>
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
  }, [video, announce, change, t]);
}
