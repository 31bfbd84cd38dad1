import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { preloadModule } from 'react-dom';
import { Head } from '#lib/head.tsx';
import { PageFrameContext } from '#lib/page-frame.ts';
import { pictureSources } from '#lib/picture.ts';
import { ENGINES } from '#lib/player-engine.ts';
import { useSession } from '#lib/session.ts';
import { storedUserId } from '#lib/stored-session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Player } from './player.tsx';
import { keptPlace } from './progress/keep-progress.ts';
import { sendKeptPlaces } from './progress/send-kept-places.ts';
import { episodesToWatch, titleToWatch, type WatchTitle } from './read-watch.ts';
import { RefusedScreen, Screen } from './refused.tsx';
import { TopBar } from './top-bar.tsx';
import { useTicket } from './use-ticket.ts';

interface WatchPageProps {
  media: 'movie' | 'episode';
  id: string;
}

/** The whole screen for one film. It is night here in both themes. */
export function WatchPage({ media, id }: WatchPageProps) {
  const t = useTranslations();
  const { data: title = null } = useQuery(titleToWatch(media, id));
  const picture = title?.banner_url ?? title?.thumbnail_url;
  // The engine is on its way before anything asks for it.
  preloadModule(ENGINES.light, { as: 'script', nonce: useContext(PageFrameContext).nonce });
  return (
    <>
      {title ? (
        <Head
          title={t('playback.watch_title', { title: title.title })}
          description={title.description ?? t('playback.watch_description', { title: title.title })}
          image={picture?.startsWith('/') ? `${pictureSources(picture, [1200]).src}&format=webp` : undefined}
          type={media === 'movie' ? 'video.movie' : 'video.tv_show'}
        />
      ) : (
        <Head title={t('playback.player')} hidden />
      )}
      <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-bg">
        {/* A new title is a new player. */}
        <Watching key={id} media={media} id={id} title={title} />
      </div>
    </>
  );
}

function Watching({ media, id, title }: WatchPageProps & { title: WatchTitle | null }) {
  const t = useTranslations();
  const { user } = useSession();
  const { stage, again, renew, refuse } = useTicket(media, id);
  const [broken, setBroken] = useState<'broken' | 'cannot_play' | null>(null);
  const place = useRef<number | null>(null);
  const series = title?.series?.id;
  const { data: episodes = [] } = useQuery({
    ...episodesToWatch(series ?? ''),
    enabled: series !== undefined && stage.at === 'open',
  });
  // Read before it is sent, and forgotten here.
  const [kept] = useState(() => (import.meta.env.SSR ? undefined : keptPlace(id, storedUserId())));
  const viewer = user?.id;
  useEffect(() => {
    if (viewer) void sendKeptPlaces(viewer).catch(() => {});
  }, [viewer]);

  if (broken)
    return (
      <Screen
        title={title}
        art="radio"
        heading={t('playback.failed_title')}
        text={t(broken === 'cannot_play' ? 'playback.cannot_play' : 'playback.failed_text')}
        action={null}
      />
    );
  if (stage.at === 'refused') return <RefusedScreen refusal={stage.refusal} title={title} again={again} />;
  if (stage.at === 'asking') return <Opening title={title} lost={stage.lost} />;
  // Where this screen was a moment ago, else where this browser knows better than the house, else the house's word.
  place.current ??= kept?.position ?? stage.playback.position;
  return (
    <Player
      media={media}
      id={id}
      playback={stage.playback}
      startAt={place.current}
      title={title}
      episodes={episodes}
      renew={renew}
      onRefused={(refusal, at) => {
        place.current = at;
        refuse(refusal);
      }}
      onBroken={setBroken}
    />
  );
}

function Opening({ title, lost }: { title: WatchTitle | null; lost: boolean }) {
  const t = useTranslations();
  return (
    <>
      <TopBar title={title} />
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center text-highlight-text">
        <Spinner label={t('playback.opening')} className="text-6xl" />
        <p role="status" className="flex items-center gap-2 font-medium text-text">
          {lost && (
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
