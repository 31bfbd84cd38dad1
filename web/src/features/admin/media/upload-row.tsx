import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Progress } from '#ui/progress.tsx';
import { formatTimeLeft } from './format-time-left.ts';
import { pauseUpload, removeUpload, resumeUpload, startUpload, type Upload } from './uploads.ts';

/** One upload: progress, time left and controls, or its outcome. */
export function UploadRow({ upload, named = false }: { upload: Upload; named?: boolean }) {
  const t = useTranslations();
  const { title, file, status } = upload;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-24 flex-1 truncate font-semibold">{named ? title : file.name}</p>
        <span className="flex items-center gap-2">
          <UploadAction upload={upload} named={named} />
          <IconButton
            icon="close"
            label={t(status === 'uploaded' || status === 'failed' ? 'media.forget' : 'media.cancel_upload')}
            onClick={() => removeUpload(upload)}
          />
        </span>
      </div>
      {status === 'uploaded' ? (
        <p role="status" className="text-sm text-soft">
          {t('media.waits_in_form')}
        </p>
      ) : status === 'failed' ? (
        // An alert only in the upload panel, so that it is announced once.
        <p role={named ? 'alert' : undefined} className="text-sm text-danger-text">
          {t(upload.reason ? `errors.${upload.reason}` : 'admin.file_failed')}
        </p>
      ) : (
        <UploadProgress upload={upload} />
      )}
    </div>
  );
}

function UploadAction({ upload, named }: { upload: Upload; named: boolean }) {
  const t = useTranslations();
  const button = { size: 's', variant: 'secondary' } as const;
  switch (upload.status) {
    case 'uploaded':
      return named && upload.page ? (
        <Button {...button} asChild>
          <Link to={upload.page}>{t('media.open_form')}</Link>
        </Button>
      ) : null;
    case 'failed':
      return (
        <Button {...button} onClick={() => void startUpload(upload)}>
          {t('media.try_again')}
        </Button>
      );
    case 'paused':
      return (
        <Button {...button} onClick={() => resumeUpload(upload)}>
          {t('media.resume')}
        </Button>
      );
    default:
      return (
        <Button {...button} onClick={() => pauseUpload(upload)}>
          {t('media.pause')}
        </Button>
      );
  }
}

function UploadProgress({ upload: { title, file, sent, status, secondsLeft } }: { upload: Upload }) {
  const t = useTranslations();
  const format = useFormat();
  const megabytes = (bytes: number) => format.number(Math.round(bytes / 100_000) / 10);
  const notes = [
    t('media.sent', { sent: megabytes(sent), size: megabytes(file.size) }),
    status === 'paused' ? t('media.paused') : formatTimeLeft(t, secondsLeft),
  ];
  return (
    <>
      <Progress
        label={t('media.upload_of', { name: title })}
        value={file.size === 0 ? 1 : sent / file.size}
      />
      <p className="text-sm text-soft">{notes.filter(Boolean).join(' · ')}</p>
      {status === 'offline' && (
        <p role="status" className="text-sm text-highlight-text">
          {t('media.waiting_for_network')}
        </p>
      )}
    </>
  );
}
