import { type ComponentType, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';

/** Opens the dialog that makes one file of a download. */
export function ExportButton({ download, name }: Omit<ExportDialogProps, 'onClose'>) {
  const t = useTranslations();
  const [Dialog, setDialog] = useState<ComponentType<ExportDialogProps> | null>(null);
  const { run, isPending } = useAction(
    async () => {
      const { ExportDialog } = await import('./export-dialog.tsx');
      setDialog(() => ExportDialog);
    },
    { errorKey: 'shell.network_error' },
  );
  return (
    <>
      <IconButton
        icon="share"
        label={t('playback.export_title', { title: name })}
        busy={isPending}
        onClick={() => void run()}
      />
      {Dialog && <Dialog download={download} name={name} onClose={() => setDialog(null)} />}
    </>
  );
}
