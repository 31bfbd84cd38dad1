import { useEffect, useState } from 'react';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast.tsx';
import type { Download } from './download.ts';
import { exportFilm } from './export-film.ts';
import { canShare, saveFilmFile, shareFilmFile } from './send-film-file.ts';

export interface ExportDialogProps {
  download: Download;
  name: string;
  onClose: () => void;
}

type Prepared =
  | { status: 'preparing'; share: number }
  | { status: 'ready'; file: File }
  | { status: 'failed' };

/**
 * Makes one file of a download, then saves or shares it. In two steps: browsers ask for a place, or open the share sheet,
 * only right after a click.
 */
export function ExportDialog({ download, name, onClose }: ExportDialogProps) {
  const t = useTranslations();
  const { number } = useFormat();
  const prepared = usePrepared(download);
  const file = prepared.status === 'ready' ? prepared.file : undefined;
  const send = useAction(
    async (way: 'save' | 'share') => {
      if (file) return way === 'save' ? saveFilmFile(file) : shareFilmFile(file);
    },
    {
      errorKey: 'playback.export_failed',
      onSuccess(isSent) {
        if (!isSent) return;
        onClose();
        toast.success(t('playback.export_done'));
      },
    },
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="s"
        title={t('playback.export_title', { title: name })}
        description={t('playback.export_text')}
        footer={
          <>
            {file && canShare(file) && (
              <Button variant="secondary" disabled={send.isPending} onClick={() => void send.run('share')}>
                <Icon name="share" />
                {t('playback.export_share')}
              </Button>
            )}
            <Button disabled={!file} busy={send.isPending} onClick={() => void send.run('save')}>
              <Icon name="download" />
              {t('playback.export_save')}
              {file && ` · ${t('playback.megabytes', { amount: number(megabytes(file.size)) })}`}
            </Button>
          </>
        }
      >
        {prepared.status === 'failed' ? (
          <Alert tone="danger" title={t('playback.download_broken')}>
            {t('playback.download_broken_text')}
          </Alert>
        ) : (
          <div className="grid gap-2">
            <p className="text-sm text-soft" role="status">
              {file ? file.name : t('playback.export_preparing')}
            </p>
            <Progress
              label={t('playback.export_preparing')}
              value={prepared.status === 'preparing' ? prepared.share : 1}
            />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function usePrepared(download: Download): Prepared {
  const [prepared, setPrepared] = useState<Prepared>({ status: 'preparing', share: 0 });
  // As it was when the dialog opened: licences are renewed meanwhile.
  const [opened] = useState(download);
  useEffect(() => {
    const ending = new AbortController();
    const show = (now: Prepared): void => {
      if (!ending.signal.aborted) setPrepared(now);
    };
    exportFilm(opened, (share) => show({ status: 'preparing', share }), ending.signal).then(
      (file) => show({ status: 'ready', file }),
      () => show({ status: 'failed' }),
    );
    return () => ending.abort();
  }, [opened]);
  return prepared;
}
