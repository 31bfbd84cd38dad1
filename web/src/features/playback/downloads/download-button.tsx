import { type ComponentType, useState } from 'react';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { DownloadDialogProps } from './download-dialog.tsx';
import type { DownloadSubject } from './download-sizes.ts';

interface DownloadButtonProps {
  subject: DownloadSubject;
  /** Of the film, episode, or series with its season. */
  name: string;
  /** An icon alone, where there are many. */
  compact?: boolean;
}

/** For members. It is there from the first paint on, so that nothing moves; the dialog says what can be downloaded. */
export function DownloadButton({ subject, name, compact = false }: DownloadButtonProps) {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  const [Dialog, setDialog] = useState<ComponentType<DownloadDialogProps> | null>(null);
  // Loaded when it is needed: most visits of a title download nothing.
  const { run, isPending } = useAction(
    async () => {
      const { DownloadDialog } = await import('./download-dialog.tsx');
      setDialog(() => DownloadDialog);
    },
    { errorKey: 'shell.network_error' },
  );
  if (!signedIn) return null;
  const label = t('playback.download_title', { title: name });
  const opener = { 'aria-label': label, busy: isPending, onClick: () => void run() };
  return (
    <>
      {compact ? (
        <IconButton icon="download" label={label} {...opener} />
      ) : (
        <Button variant="secondary" {...opener}>
          <Icon name="download" />
          {t(subject.type === 'series' ? 'playback.download_season' : 'playback.download')}
        </Button>
      )}
      {Dialog && <Dialog subject={subject} name={name} onClose={() => setDialog(null)} />}
    </>
  );
}
