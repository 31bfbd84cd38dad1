import type { Playback } from '@lakou/contract/playback/responses';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Head } from '#lib/head.tsx';
import { storedUserId } from '#lib/stored-session.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { MessageScreen } from '../message-screen.tsx';
import { Player, type StoredPlayback } from '../player.tsx';
import { findStoredProgress } from '../progress/stored-progress.ts';
import { translateWatchTitle, type WatchEpisode, type WatchTitle } from '../read-watch.ts';
import { type ClosedReason, closedTexts } from './closed-texts.ts';
import { contact } from './continue-downloads.ts';
import type { Download } from './download.ts';
import { readDownload, readDownloads } from './download-store.ts';
import { openLicence } from './licences.ts';
import { openStoredFilm, type StoredFilm } from './stored-film.ts';
import { usePassTime } from './use-pass-time.ts';
import { watchDownloadPath } from './watch-download-path.ts';

/** Plays a download of the member who is signed in here, with or without a connection. */
export function WatchDownload() {
  const t = useTranslations();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <div data-theme="dark" className="fixed inset-0 overflow-hidden bg-bg">
      <Head title={t('playback.player')} hidden />
      <Watching key={id} id={id} />
    </div>
  );
}

type Opened =
  | { status: 'opening' }
  | { status: 'closed'; reason: ClosedReason; title: WatchTitle | null }
  | { status: 'open'; download: Download; film: StoredFilm; episodes: Download[] };

function Watching({ id }: { id: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>({ status: 'opening' });
  useEffect(() => {
    let isOver = false;
    let film: StoredFilm | undefined;
    void open(id).then((found) => {
      film = found.status === 'open' ? found.film : undefined;
      if (isOver) film?.close();
      else setOpened(found);
    });
    // A right that was withdrawn ends here, unless there is no connection.
    const owner = storedUserId();
    if (owner) void contact(client, owner, { now: true }).then(() => !isOver && void closeIfWithdrawn());
    async function closeIfWithdrawn(): Promise<void> {
      const now = await readDownload(id);
      if (!isOver && now?.withdrawn) setOpened({ status: 'closed', reason: reasonOf(now), title: now.title });
    }
    return () => {
      isOver = true;
      film?.close();
    };
  }, [id, client]);

  if (opened.status === 'opening')
    return (
      <div className="grid h-full place-content-center text-highlight-text">
        <Spinner label={t('playback.opening')} className="text-6xl noscript:hidden" />
        <NeedsScript />
      </div>
    );
  if (opened.status === 'closed') return <Closed reason={opened.reason} title={opened.title} />;
  return (
    <StoredPlayer
      {...opened}
      onClosed={(reason) => setOpened({ status: 'closed', reason, title: opened.download.title })}
    />
  );
}

async function open(id: string): Promise<Opened> {
  const download = await readDownload(id).catch(() => undefined);
  const isOwn = download !== undefined && download.owner === storedUserId();
  if (!isOwn || !download.film || download.state !== 'done') {
    const isWaiting = isOwn && download.claimed && download.state === 'done';
    const reason =
      isOwn && download.withdrawn ? reasonOf(download) : isWaiting ? 'waits' : ('missing' as const);
    return { status: 'closed', reason, title: isOwn ? download.title : null };
  }
  const licence = await openLicence(download);
  if (licence.status !== 'valid') {
    const reason = licence.status === 'missing' ? reasonOf(download) : licence.status;
    const isRental = reason === 'ended' && download.right === 'rental';
    return { status: 'closed', reason: isRental ? 'rental_ended' : reason, title: download.title };
  }
  const film = await openStoredFilm(download, licence.key);
  return { status: 'open', download, film, episodes: await episodesBeside(download) };
}

function reasonOf({ withdrawn }: Download): ClosedReason {
  return withdrawn === 'device' ? 'removed' : withdrawn === 'right' ? 'withdrawn' : 'ended';
}

/** The episodes of the same series that are here, in order. */
async function episodesBeside({ owner, title }: Download): Promise<Download[]> {
  const series = title?.series?.id;
  if (!series) return [];
  return (await readDownloads())
    .filter((one) => one.owner === owner && one.state === 'done' && one.title?.series?.id === series)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ title }: Download): number {
  return (title?.series?.season_number ?? 0) * 10_000 + (title?.series?.episode_number ?? 0);
}

interface StoredPlayerProps {
  download: Download;
  film: StoredFilm;
  episodes: readonly Download[];
  onClosed: (reason: ClosedReason) => void;
}

function StoredPlayer({ download, film, episodes, onClosed }: StoredPlayerProps) {
  const t = useTranslations();
  const { language } = useLanguage();
  const [began] = useState(() => performance.now());
  const [startAt] = useState(() => startOf(download));
  const playback = useRef(playbackOf(download)).current;
  usePassTime(download, onClosed);
  if (!download.title) return null;
  const stored: StoredPlayback = {
    files: { base: playback.base, read: film.read },
    captions: film.captions,
    episodePath: (id) => watchDownloadPath(episodes.find(({ title }) => title?.id === id)?.id ?? download.id),
    wayBack: { to: '/downloads', label: t('playback.downloads_back') },
  };
  return (
    <Player
      {...{ media: download.title.media, id: download.title.id, playback, startAt, began, stored }}
      title={translateWatchTitle(language, download.title)}
      episodes={episodes.flatMap((one) => toEpisode(one) ?? [])}
      renew={() => Promise.reject(new Error('a downloaded film needs no ticket'))}
      onRefused={() => onClosed('broken')}
      onBroken={() => onClosed('broken')}
      suggestions={null}
    />
  );
}

/** The later of what this browser and the server know. */
function startOf({ title, owner, resume }: Download): number {
  const stored = title && findStoredProgress(title.id, owner);
  if (stored && stored.at >= (resume?.at ?? 0)) {
    return stored.position >= 0.95 * stored.duration ? 0 : stored.position;
  }
  return resume && !resume.isWatched ? resume.position : 0;
}

/** As the server would answer, without a session. */
function playbackOf({ film, stream }: Download): Playback {
  if (!film) throw new Error('a locked download does not play');
  const base = `/stream/${stream}/`;
  return {
    session: '',
    url: `${base}master.m3u8`,
    // One size is here, with its sound.
    audioUrl: null,
    base,
    expiresAt: '',
    film: { ...film, signs: [], audio_only: null, storyboard: null },
    position: 0,
  };
}

function toEpisode({ title, film }: Download): WatchEpisode | undefined {
  if (!title?.series) return undefined;
  const { season_number, episode_number } = title.series;
  return {
    id: title.id,
    ...{ season_number, episode_number },
    title: title.title,
    title_translations: title.title_translations,
    thumbnail_url: null,
    duration: film ? Math.round(film.duration / 60) : null,
    has_video: true,
  };
}

function Closed({ reason, title }: { reason: ClosedReason; title: WatchTitle | null }) {
  const t = useTranslations();
  const { language } = useLanguage();
  const [heading, text] = closedTexts[reason];
  return (
    <MessageScreen
      title={title && translateWatchTitle(language, { ...title, banner_url: null })}
      art="radio"
      heading={t(heading)}
      text={t(text)}
      wayBack={{ to: '/downloads', label: t('playback.downloads_back') }}
      action={
        <Button asChild>
          <Link to="/downloads">{t('playback.downloads')}</Link>
        </Button>
      }
    />
  );
}
