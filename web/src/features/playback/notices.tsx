import { useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PlayerIcon } from './controls/player-icon.tsx';
import { useEnded, useWaiting } from './controls/use-media.ts';
import { LimitWarning } from './data-budget/limit-warning.tsx';
import { usePlayer } from './player-context.ts';
import type { Autoplay } from './start/start-playing.ts';
import { clockTime } from './time-text.ts';

const RESUMED_NOTICE_MS = 10_000;

interface NoticesProps {
  startAt: number;
  autoplay: Autoplay;
  unmute: () => void;
}

/** Messages on top of the picture. */
export function Notices({ startAt, autoplay, unmute }: NoticesProps) {
  const t = useTranslations();
  const { engineState, commands, audioOnly, setAudioOnly } = usePlayer();
  return (
    <div className="pointer-events-none absolute inset-x-4 top-24 z-10 grid justify-items-center gap-3 *:pointer-events-auto sm:top-28">
      {autoplay === 'refused' && (
        <Button size="l" onClick={commands.toggle} className="rounded-full! shadow-shade">
          <PlayerIcon name="play" />
          {t('playback.tap_to_play')}
        </Button>
      )}
      {autoplay === 'muted' && (
        <Button size="l" onClick={unmute} className="rounded-full! shadow-shade">
          <PlayerIcon name="volume-off" />
          {t('playback.tap_for_sound')}
        </Button>
      )}
      <div role="status">
        {engineState.isConnectionLost && (
          <p className="flex max-w-md animate-appear items-center gap-3 rounded-l bg-highlight px-4 py-2.5 font-medium text-on-highlight shadow-shade">
            <Icon name="alert" />
            {t('playback.lost_connection')}
          </p>
        )}
      </div>
      <LimitWarning />
      <ResumedNotice startAt={startAt} />
      {audioOnly && (
        <Button variant="secondary" size="s" onClick={() => setAudioOnly(false)}>
          {t('playback.picture_again')}
        </Button>
      )}
    </div>
  );
}

/** Says that playback resumed in the middle, with a button to start over. */
function ResumedNotice({ startAt }: { startAt: number }) {
  const t = useTranslations();
  const { video, commands } = usePlayer();
  const [dismissed, setDismissed] = useState(startAt <= 0);
  useEffect(() => {
    if (dismissed || !video) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      timer = setTimeout(() => setDismissed(true), RESUMED_NOTICE_MS);
    };
    if (video.paused) video.addEventListener('playing', begin, { once: true });
    else begin();
    return () => {
      clearTimeout(timer);
      video.removeEventListener('playing', begin);
    };
  }, [dismissed, video]);
  if (dismissed) return null;
  return (
    <p className="flex animate-appear flex-wrap items-center justify-center gap-x-4 gap-y-1 rounded-l border border-line bg-surface/95 py-1.5 ps-4 pe-1.5 shadow-shade">
      {t('playback.resumed_at', { time: clockTime(startAt) })}
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          commands.seekTo(0);
          setDismissed(true);
        }}
      >
        <PlayerIcon name="replay" />
        {t('playback.from_beginning')}
      </Button>
    </p>
  );
}

/** A spinner while buffering, after a short delay. */
export function BufferingSpinner() {
  const t = useTranslations();
  const { video } = usePlayer();
  const waiting = useWaiting(video);
  const ended = useEnded(video);
  const [delayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!waiting) return setDelayed(false);
    const timer = setTimeout(() => setDelayed(true), 400);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!delayed || !waiting || ended) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center text-highlight">
      <Spinner label={t('playback.weak_connection')} className="text-6xl drop-shadow-[0_0_0.5rem_#000]" />
    </div>
  );
}
