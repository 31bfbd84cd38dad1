import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { noteGoodMoment } from '#lib/install-prompt.ts';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { PlayerIcon } from './controls/player-icon.tsx';
import { useEnded } from './controls/use-media.ts';
import { usePlayer } from './player-context.ts';
import type { WatchEpisode, WatchTitle } from './read-watch.ts';

const COUNTDOWN = 10;
const SCREEN =
  'absolute inset-0 grid animate-appear place-content-center justify-items-center gap-5 overflow-y-auto bg-bg/92 p-6 pb-32 text-center';

interface EndScreenProps {
  onNext: () => void;
  /** What to watch next, when no episode follows. */
  suggestions: ReactNode;
}

/** After the end: the next episode, or links and suggestions. */
export function EndScreen({ onNext, suggestions }: EndScreenProps) {
  const { video, next, panel } = usePlayer();
  const ended = useEnded(video);
  useEffect(() => {
    if (ended) noteGoodMoment();
  }, [ended]);
  if (!ended) return null;
  return next ? (
    <NextEpisode next={next} held={panel !== null} onNext={onNext} />
  ) : (
    <TheEnd suggestions={suggestions} />
  );
}

function NextEpisode({ next, held, onNext }: { next: WatchEpisode; held: boolean; onNext: () => void }) {
  const t = useTranslations();
  const [left, setLeft] = useState<number | null>(COUNTDOWN);
  const playButton = useRef<HTMLButtonElement>(null);
  useEffect(() => playButton.current?.focus(), []);
  useEffect(() => {
    if (left === null || held) return;
    if (left <= 0) {
      onNext();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, held, onNext]);
  return (
    <section data-screen aria-labelledby="next-episode" className={SCREEN}>
      <h2 id="next-episode" className="text-heading">
        {t('playback.next_episode')}
      </h2>
      <div className="grid w-[min(24rem,80vw)] gap-3">
        <BannerImage src={next.thumbnail_url} seed={next.title} alt="" sizes="24rem" className="rounded-l" />
        <p className="text-xl leading-tight font-semibold">
          <span className="text-soft">{next.episode_number}.</span> {next.title}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button ref={playButton} size="l" onClick={onNext}>
          <PlayerIcon name="play" />
          {t('playback.play_now')}
          {left !== null && (
            <span aria-hidden="true" className="min-w-[1.5em] tabular-nums">
              {left}
            </span>
          )}
        </Button>
        {left !== null && (
          <Button size="l" variant="secondary" onClick={() => setLeft(null)}>
            {t('playback.stop_countdown')}
          </Button>
        )}
      </div>
      <p role="status" className="text-soft">
        {left === null ? t('playback.next_stopped') : t('playback.next_in', { count: COUNTDOWN })}
      </p>
    </section>
  );
}

function TheEnd({ suggestions }: { suggestions: ReactNode }) {
  const t = useTranslations();
  const { title, commands, wayBack } = usePlayer();
  const replayButton = useRef<HTMLButtonElement>(null);
  useEffect(() => replayButton.current?.focus(), []);
  return (
    <section data-screen aria-labelledby="the-end" className={SCREEN}>
      <LazyIllustration of="projector" className="h-[min(12rem,24dvh)] text-highlight-text" />
      <h2 id="the-end" className="text-title">
        {t(title?.series ? 'playback.series_over' : 'playback.the_end')}
      </h2>
      <p className="text-lg text-soft">{t('playback.the_end_text')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button ref={replayButton} size="l" onClick={commands.toggle}>
          <PlayerIcon name="replay" />
          {t('playback.replay')}
        </Button>
        {wayBack ? (
          <Button size="l" variant="secondary" asChild>
            <Link to={wayBack.to}>{wayBack.label}</Link>
          </Button>
        ) : (
          <WaysOn title={title} />
        )}
      </div>
      <div className="w-[min(70rem,90vw)] empty:hidden">{suggestions}</div>
    </section>
  );
}

/** To the title's page and to other films. */
function WaysOn({ title }: { title: WatchTitle | null }) {
  const t = useTranslations();
  const titlePath = useTitlePath();
  return (
    <>
      {title && (
        <Button size="l" variant="secondary" asChild>
          <Link to={titlePath(title.page.kind, title.page)}>
            <Icon name={title.series ? 'tv' : 'star'} />
            {t(title.series ? 'playback.to_series' : 'playback.write_review')}
          </Link>
        </Button>
      )}
      <Button size="l" variant="outline" asChild>
        <Link to="/">{t('playback.more_films')}</Link>
      </Button>
    </>
  );
}
