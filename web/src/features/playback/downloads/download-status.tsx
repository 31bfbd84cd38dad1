import { useEffect, useState } from 'react';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { clockTime } from '../time-text.ts';
import { isOnWifi } from './connection-type.ts';
import { readDownloadSettings } from './download-settings.ts';
import type { DownloadView } from './use-downloads.ts';

/** What a download is doing, or what to do about it. */
export function DownloadStatus({ download }: { download: DownloadView }) {
  const { isLocked, state, withdrawn, judgement, problem, claimed } = download;
  const t = useTranslations();
  if (isLocked) return <Note>{t('playback.download_locked')}</Note>;
  if (withdrawn === 'device') return <Note>{t('playback.download_removed')}</Note>;
  if (withdrawn === 'right')
    return (
      <>
        <Note>{t(claimed ? 'playback.download_needs_right' : 'playback.download_withdrawn')}</Note>
        <p className="text-sm text-soft">
          {t(claimed ? 'playback.download_needs_right_text' : 'playback.download_withdrawn_text')}
        </p>
      </>
    );
  if (problem) return <Note isProblem>{t(`playback.problem_${problem}`)}</Note>;
  if (state !== 'done') return <Loading download={download} />;
  if (claimed) return <Note>{t('playback.download_waits_for_licence')}</Note>;
  if (judgement === 'clock_back') return <Note>{t('playback.download_clock_back')}</Note>;
  if (judgement !== 'valid')
    return (
      <Note>
        {t(download.right === 'rental' ? 'playback.download_rental_ended' : 'playback.download_ended')}
      </Note>
    );
  return <Ready download={download} />;
}

function Note({ children, isProblem = false }: { children: string; isProblem?: boolean }) {
  return (
    <p role={isProblem ? 'alert' : undefined} className="text-sm font-medium text-highlight-text">
      {children}
    </p>
  );
}

function Loading({ download: { state, storedBytes, bytes } }: { download: DownloadView }) {
  const t = useTranslations();
  const { number } = useFormat();
  const isOnline = useOnline();
  const waits =
    readDownloadSettings().wifiOnly && !isOnWifi()
      ? t('playback.download_waits_for_wifi')
      : !isOnline
        ? t('playback.download_waits_for_connection')
        : storedBytes === 0
          ? t('playback.download_queued')
          : undefined;
  const done = t('playback.megabytes_of', {
    done: number(megabytes(storedBytes)),
    all: number(megabytes(bytes)),
  });
  const word =
    state === 'importing'
      ? t('playback.import_running')
      : state === 'paused'
        ? t('playback.download_paused')
        : waits;
  return <p className="text-sm text-soft tabular-nums">{word ? `${word} · ${done}` : done}</p>;
}

function Ready({ download: { storedBytes, endsAt, resume } }: { download: DownloadView }) {
  const t = useTranslations();
  const { number, date } = useFormat();
  const place = resume?.isWatched
    ? t('playback.download_watched')
    : resume && resume.position >= 1
      ? t('playback.download_resume_at', { time: clockTime(resume.position) })
      : undefined;
  const facts = [
    t('playback.megabytes', { amount: number(megabytes(storedBytes)) }),
    endsAt !== null &&
      t('playback.download_until', {
        date: date(new Date(endsAt).toISOString(), Intl.DateTimeFormat().resolvedOptions().timeZone),
      }),
    place,
  ];
  return <p className="text-sm text-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</p>;
}

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const read = (): void => setOnline(navigator.onLine);
    addEventListener('online', read);
    addEventListener('offline', read);
    return () => {
      removeEventListener('online', read);
      removeEventListener('offline', read);
    };
  }, []);
  return isOnline;
}
