import type { MessageKey } from '@lakou/contract/translate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { canDownload } from './can-download.ts';
import { type DownloadSubject, downloadSizes, sizeChoices, type TitleSizes } from './download-sizes.ts';
import { useFreeSpace } from './free-space.ts';
import { SizeChoiceList } from './size-choice-list.tsx';

export interface DownloadDialogProps {
  subject: DownloadSubject;
  name: string;
  onClose: () => void;
}

/** Chooses the size of a download. */
export function DownloadDialog({ subject, name, onClose }: DownloadDialogProps) {
  const t = useTranslations();
  const { data: titles, isError, isFetching, refetch } = useQuery(downloadSizes(subject));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {!canDownload() ? (
        <Message title="playback.downloads_unsupported" text="playback.downloads_unsupported_text" />
      ) : titles && titles.length > 0 ? (
        <Choosing subject={subject} name={name} titles={titles} onClose={onClose} />
      ) : titles ? (
        <Message title="playback.download_nothing" text="playback.download_nothing_text" />
      ) : (
        <DialogContent title={t('playback.download_title', { title: name })} size="s">
          {isError ? <LoadFailed busy={isFetching} retry={refetch} /> : <Skeleton className="h-40" />}
        </DialogContent>
      )}
    </Dialog>
  );
}

function Message({ title, text }: { title: MessageKey; text: MessageKey }) {
  const t = useTranslations();
  return (
    <DialogContent title={t(title)} titleHidden size="s">
      <EmptyState title={t(title)} text={t(text)} className="py-4!" />
    </DialogContent>
  );
}

function Choosing({ subject, name, titles, onClose }: DownloadDialogProps & { titles: TitleSizes[] }) {
  const t = useTranslations();
  const { number } = useFormat();
  const client = useQueryClient();
  const navigate = useNavigate();
  const free = useFreeSpace(titles);
  const choices = sizeChoices(titles);
  const [height, setHeight] = useState<number | null>(null);
  const fits = choices.filter(({ bytes }) => typeof free !== 'number' || bytes <= free);
  // The second smallest is a good picture on a phone.
  const chosen = fits.find((choice) => choice.height === height) ?? fits[Math.min(1, fits.length - 1)];
  const { run, isPending } = useAction(
    async () => {
      if (!chosen) return;
      const owner = await requireUser();
      const { startDownloads } = await import('./add-downloads.ts');
      await startDownloads(client, owner.id, titles, chosen);
    },
    {
      errorKey: 'playback.problem_storage_refused',
      signInKey: 'playback.downloads_sign_in',
      onSuccess() {
        onClose();
        toast.success(t('playback.download_started'), {
          action: { label: t('playback.download_see'), onClick: () => void navigate('/downloads') },
        });
      },
    },
  );
  return (
    <DialogContent
      size="s"
      title={t('playback.download_title', { title: name })}
      description={
        subject.type === 'series'
          ? `${t('playback.download_episodes', { count: titles.length })}. ${t('playback.download_text')}`
          : t('playback.download_text')
      }
      footer={
        <Button busy={isPending} disabled={!chosen} onClick={() => void run()}>
          {t('playback.download_start')}
          {chosen && ` · ${t('playback.megabytes', { amount: number(megabytes(chosen.bytes)) })}`}
        </Button>
      }
    >
      <SizeChoiceList choices={choices} chosen={chosen} free={free} onChoose={setHeight} />
    </DialogContent>
  );
}
