import { useFormat } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { timeLeft } from './time-left.ts';
import { cancelUpload, pauseUpload, resumeUpload, type Upload } from './uploads.ts';

/** One upload on its way: how far, how long still, and how to stop it. */
export function UploadRow({ upload, named }: { upload: Upload; named?: boolean }) {
  const t = useWords();
  const format = useFormat();
  const { title, fileName, sent, size, status, secondsLeft } = upload;
  const megabytes = (bytes: number) => format.number(Math.round(bytes / 100_000) / 10);
  const notes = [
    t('videos.sent', { sent: megabytes(sent), size: megabytes(size) }),
    status === 'paused' ? t('videos.paused') : timeLeft(t, secondsLeft),
  ];
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate font-semibold">{named ? title : fileName}</p>
        {status === 'paused' ? (
          <Button size="s" variant="secondary" onClick={() => resumeUpload(upload)}>
            {t('videos.resume')}
          </Button>
        ) : (
          <Button size="s" variant="secondary" onClick={() => pauseUpload(upload)}>
            {t('videos.pause')}
          </Button>
        )}
        <IconButton icon="close" label={t('videos.cancel_upload')} onClick={() => cancelUpload(upload)} />
      </div>
      <Progress label={t('videos.upload_of', { name: title })} value={size === 0 ? 1 : sent / size} />
      <p className="text-sm text-soft">{notes.filter(Boolean).join(' · ')}</p>
      {status === 'offline' && (
        <p role="status" className="text-sm text-highlight-text">
          {t('videos.waiting_for_network')}
        </p>
      )}
    </div>
  );
}
