import { useEffect, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PlayerIcon } from './controls/player-icon.tsx';
import { useEnded, useWaiting } from './controls/use-media.ts';
import { usePlayer } from './player-context.ts';
import { clockTime } from './time-text.ts';

const RESUMED_MS = 10_000;

interface NoticesProps {
  startAt: number;
  hushed: boolean;
  unhush: () => void;
}

/** What has to be said on the picture, one below the other. */
export function Notices({ startAt, hushed, unhush }: NoticesProps) {
  const t = useTranslations();
  const { ladder, audioOnly, listenOnly } = usePlayer();
  return (
    <div className="pointer-events-none absolute inset-x-4 top-24 z-10 grid justify-items-center gap-3 *:pointer-events-auto sm:top-28">
      {hushed && (
        <Button size="l" onClick={unhush} className="rounded-full! shadow-shade">
          <PlayerIcon name="sound-off" />
          {t('playback.tap_for_sound')}
        </Button>
      )}
      <div role="status">
        {ladder.lost && (
          <p className="flex max-w-md animate-appear items-center gap-3 rounded-l bg-highlight px-4 py-2.5 font-medium text-on-highlight shadow-shade">
            <Icon name="alert" />
            {t('playback.lost_connection')}
          </p>
        )}
      </div>
      <Resumed startAt={startAt} />
      {audioOnly && (
        <Button variant="secondary" size="s" onClick={() => listenOnly(false)}>
          {t('playback.picture_again')}
        </Button>
      )}
    </div>
  );
}

/** Not from the beginning, and how to have it so. */
function Resumed({ startAt }: { startAt: number }) {
  const t = useTranslations();
  const { video, commands } = usePlayer();
  const [told, setTold] = useState(startAt <= 0);
  useEffect(() => {
    if (told || !video) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      timer = setTimeout(() => setTold(true), RESUMED_MS);
    };
    video.addEventListener('playing', begin, { once: true });
    return () => {
      clearTimeout(timer);
      video.removeEventListener('playing', begin);
    };
  }, [told, video]);
  if (told) return null;
  return (
    <p className="flex animate-appear flex-wrap items-center justify-center gap-x-4 gap-y-1 rounded-l border border-line bg-surface/95 py-1.5 ps-4 pe-1.5 shadow-shade">
      {t('playback.resumed_at', { time: clockTime(startAt) })}
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          commands.seekTo(0);
          setTold(true);
        }}
      >
        <PlayerIcon name="replay" />
        {t('playback.from_beginning')}
      </Button>
    </p>
  );
}

/** Turns while the picture is awaited; not for every hiccup. */
export function WaitingSign() {
  const t = useTranslations();
  const { video } = usePlayer();
  const waiting = useWaiting(video);
  const ended = useEnded(video);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return setLong(false);
    const timer = setTimeout(() => setLong(true), 400);
    return () => clearTimeout(timer);
  }, [waiting]);
  if (!long || !waiting || ended) return null;
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center text-highlight">
      <Spinner label={t('playback.weak_connection')} className="text-6xl drop-shadow-[0_0_0.5rem_#000]" />
    </div>
  );
}
