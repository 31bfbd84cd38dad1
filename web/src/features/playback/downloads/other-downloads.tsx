import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { deleteDownload } from './delete-download.ts';
import type { Download } from './download.ts';

/** Locked downloads of others who use this browser: nothing but their number, and the way to free their space. */
export function OtherDownloads({ downloads }: { downloads: readonly Download[] }) {
  const t = useTranslations();
  const [isAsking, setAsking] = useState(false);
  const { run, isPending } = useAction(
    async () => {
      for (const download of downloads) await deleteDownload(download);
    },
    { errorKey: 'playback.problem_failed', onSettled: () => setAsking(false) },
  );
  if (downloads.length === 0) return null;
  return (
    <section className="flex flex-wrap items-center gap-3 rounded-l border border-line bg-surface p-4">
      <Icon name="lock" className="text-soft" />
      <p className="grow">{t('playback.downloads_others', { count: downloads.length })}</p>
      <Button size="s" variant="secondary" onClick={() => setAsking(true)}>
        {t('playback.downloads_others_delete')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('playback.downloads_others_confirm')}
        description={t('playback.downloads_others_confirm_text')}
        confirm={t('playback.downloads_others_delete')}
        danger
        busy={isPending}
        onConfirm={() => void run()}
      />
    </section>
  );
}
