import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Poster } from '#ui/poster.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast.tsx';
import { translateWatchTitle } from '../read-watch.ts';
import { continueDownload, pauseDownload } from './control-download.ts';
import { deleteDownload } from './delete-download.ts';
import { DownloadStatus } from './download-status.tsx';
import { ExportButton } from './export-button.tsx';
import { canExport } from './export-film.ts';
import { readFile } from './film-files.ts';
import { POSTER_FILE } from './poster-file.ts';
import type { DownloadView } from './use-downloads.ts';
import { watchDownloadPath } from './watch-download-path.ts';

/** One film: its state, and what can be done with it. */
export function DownloadRow({ download }: { download: DownloadView }) {
  const t = useTranslations();
  const { language } = useLanguage();
  const title = download.title && translateWatchTitle(language, download.title);
  const name = title?.title ?? (download.claimed?.name || t('playback.download_locked_name'));
  const poster = usePoster(download);
  return (
    <article
      aria-label={name}
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 rounded-l border border-line bg-surface p-3 sm:items-center sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:p-4"
    >
      <Poster src={poster} seed={name} alt="" sizes="5rem" className="rounded-s" />
      <div className="grid min-w-0 gap-1.5">
        <h2 className="text-lg leading-tight font-semibold">{name}</h2>
        {title?.series && (
          <p className="text-sm text-soft">
            {t('playback.episode_of', {
              series: title.series.title,
              season: title.series.season_number,
              number: title.series.episode_number,
            })}
          </p>
        )}
        <DownloadStatus download={download} />
        {download.state !== 'done' && !download.isLocked && (
          <Progress
            label={t('playback.download_progress_of', { title: name })}
            value={Math.min(1, download.storedBytes / Math.max(1, download.bytes))}
          />
        )}
      </div>
      <RowActions download={download} name={name} />
    </article>
  );
}

function RowActions({ download, name }: { download: DownloadView; name: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const { state, judgement, withdrawn, isLocked, title } = download;
  const titlePath = useTitlePath();
  const remove = useAction(() => deleteDownload(download), {
    errorKey: 'playback.problem_failed',
    onSuccess: () => toast.success(t('playback.download_deleted')),
  });
  const proceed = useAction(() => continueDownload(download, client), {
    errorKey: 'playback.problem_failed',
  });
  const canPlay = state === 'done' && judgement === 'valid' && withdrawn === null;
  const canRetry = state !== 'queued' && state !== 'importing' && !canPlay;
  const retry = state === 'done' ? t('playback.download_retry') : t('playback.download_continue_short');
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:col-span-full sm:justify-end">
      {canPlay && (
        <Button size="s" asChild>
          <Link to={watchDownloadPath(download.id)} aria-label={t('playback.download_play', { title: name })}>
            <Icon name="play" />
            {t('playback.play')}
          </Link>
        </Button>
      )}
      {state === 'queued' && !isLocked && (
        <IconButton
          icon="pause"
          label={t('playback.download_pause', { title: name })}
          onClick={() => void pauseDownload(download)}
        />
      )}
      {withdrawn === 'right' && title && (
        <Button size="s" asChild>
          <Link to={titlePath(title.page.kind, title.page)}>{t('playback.download_ways')}</Link>
        </Button>
      )}
      {canRetry && (
        <Button
          size="s"
          variant="secondary"
          aria-label={
            state === 'done' ? `${retry}: ${name}` : t('playback.download_continue', { title: name })
          }
          busy={proceed.isPending}
          onClick={() => void proceed.run()}
        >
          {retry}
        </Button>
      )}
      {canExport(download) && <ExportButton download={download} name={name} />}
      <IconButton
        icon="trash"
        label={t('playback.download_delete', { title: name })}
        busy={remove.isPending}
        onClick={() => void remove.run()}
      />
    </div>
  );
}

/** From the storage: the picture on the server is not there offline. */
function usePoster({ id, isLocked, storedBytes }: DownloadView): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const isThere = storedBytes > 0 && !isLocked;
  useEffect(() => {
    if (!isThere) return;
    let made: string | undefined;
    let isOver = false;
    void readFile(id, POSTER_FILE).then((bytes) => {
      if (!bytes || isOver) return;
      made = URL.createObjectURL(new Blob([bytes]));
      setUrl(made);
    });
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [id, isThere]);
  return url;
}
