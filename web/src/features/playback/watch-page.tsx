import { SHARE_CARD, shareCardPath } from '@lakou/contract/catalogue/title-address';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { preloadModule } from 'react-dom';
import { Head } from '#lib/head.tsx';
import { PageFrameContext } from '#lib/page-frame.ts';
import { ENGINES } from '#lib/player-engine.ts';
import { useSession } from '#lib/session.ts';
import { storedUserId } from '#lib/stored-session.ts';
import { translateTitle } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { PlayerIcon } from './controls/player-icon.tsx';
import { MessageScreen } from './message-screen.tsx';
import { Player } from './player.tsx';
import { resumePosition } from './progress/resume-position.ts';
import { sendStoredProgress } from './progress/send-stored-progress.ts';
import { findStoredProgress } from './progress/stored-progress.ts';
import { viewBegan } from './quality/view-began.ts';
import { episodesToWatch, titleToWatch, translateWatchTitle, type WatchTitle } from './read-watch.ts';
import { RefusalScreen } from './refusal-screen.tsx';
import { TopBar } from './top-bar.tsx';
import { useTicket } from './use-ticket.ts';

interface WatchPageProps {
  media: 'movie' | 'episode';
  id: string;
  /** Buy and rent, for those who cannot watch it yet. */
  offers?: ReactNode;
  /** Shown at the end of this film or of the last episode of a series. */
  suggestions: (title_id: string) => ReactNode;
}

/** The full-screen page that plays one title, always in the dark theme. */
export function WatchPage({ media, id, offers, suggestions }: WatchPageProps) {
  const t = useTranslations();
  const { language } = useLanguage();
  const { data = null } = useQuery(titleToWatch(media, id));
  const title = useMemo(() => data && translateWatchTitle(language, data), [data, language]);
  // Loads hls.js while the page hydrates.
  preloadModule(ENGINES.light, { as: 'script', nonce: useContext(PageFrameContext).nonce });
  return (
    <>
      {title ? (
        <Head
          title={t('playback.watch_title', { title: title.title })}
          description={title.description ?? t('playback.watch_description', { title: title.title })}
          image={shareCardPath({ ...title, ...title.page })}
          imageSize={SHARE_CARD}
          type={media === 'movie' ? 'video.movie' : 'video.tv_show'}
        />
      ) : (
        <Head title={t('playback.player')} hidden />
      )}
      <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-bg">
        {/* Each title gets a new player. */}
        <Watching key={id} media={media} id={id} title={title} offers={offers} suggestions={suggestions} />
      </div>
    </>
  );
}

function Watching({ media, id, title, offers, suggestions }: WatchPageProps & { title: WatchTitle | null }) {
  const t = useTranslations();
  const { user } = useSession();
  const [began] = useState(viewBegan);
  const { ticket, retry, renew, refuse } = useTicket(media, id);
  const [broken, setBroken] = useState<'broken' | 'cannot_play' | null>(null);
  const startAt = useRef<number | null>(null);
  const series = title?.series?.id;
  const { language } = useLanguage();
  const { data: list } = useQuery({
    ...episodesToWatch(series ?? ''),
    enabled: series !== undefined && ticket.status === 'open',
  });
  const episodes = useMemo(
    () => (list ?? []).map((episode) => translateTitle(language, episode)),
    [list, language],
  );
  // Read before `sendStoredProgress` removes it.
  const [stored] = useState(() => (import.meta.env.SSR ? undefined : findStoredProgress(id, storedUserId())));
  const viewer = user?.id;
  useEffect(() => {
    if (viewer) void sendStoredProgress(viewer).catch(() => {});
  }, [viewer]);

  if (broken)
    return (
      <MessageScreen
        title={title}
        art="radio"
        heading={t('playback.failed_title')}
        text={t(broken === 'cannot_play' ? 'playback.cannot_play' : 'playback.failed_text')}
        action={null}
      />
    );
  if (ticket.status === 'refused')
    return <RefusalScreen refusal={ticket.refusal} title={title} offers={offers} retry={retry} />;
  if (ticket.status === 'requesting')
    return <Opening title={title} isConnectionLost={ticket.isConnectionLost} />;
  // The position on this page comes first.
  startAt.current ??= resumePosition(stored, ticket.playback);
  return (
    <Player
      media={media}
      id={id}
      playback={ticket.playback}
      startAt={startAt.current}
      began={began}
      title={title}
      episodes={episodes}
      renew={renew}
      onRefused={(refusal, at) => {
        startAt.current = at;
        refuse(refusal);
      }}
      onBroken={setBroken}
      suggestions={title && suggestions(series ?? id)}
    />
  );
}

interface OpeningProps {
  title: WatchTitle | null;
  isConnectionLost: boolean;
}

function Opening({ title, isConnectionLost }: OpeningProps) {
  const t = useTranslations();
  return (
    <>
      {/* The script in the page puts its video here: see start/start-script.ts. */}
      <div
        data-early-video
        suppressHydrationWarning
        className="peer absolute inset-0 size-full object-contain"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React leaves the video alone.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <TopBar title={title} />
      {/* As in notices.tsx. The script in the page answers the tap. */}
      <div className="absolute inset-x-4 top-24 z-10 hidden justify-items-center peer-data-silent:grid sm:top-28">
        <Button data-early-sound size="l" className="rounded-full! shadow-shade">
          <PlayerIcon name="volume-off" />
          {t('playback.tap_for_sound')}
        </Button>
      </div>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center text-highlight-text peer-data-shown:hidden">
        <Spinner label={t('playback.opening')} className="text-6xl noscript:hidden" />
        <NeedsScript />
        <p role="status" className="flex items-center gap-2 font-medium text-text">
          {isConnectionLost && (
            <>
              <Icon name="alert" />
              {t('playback.lost_connection')}
            </>
          )}
        </p>
      </div>
    </>
  );
}
