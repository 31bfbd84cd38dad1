import { useState } from 'react';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { DownloadDialog } from './download-dialog.tsx';
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
  const [isOpen, setOpen] = useState(false);
  if (!signedIn) return null;
  const label = t('playback.download_title', { title: name });
  return (
    <>
      {compact ? (
        <IconButton icon="download" label={label} onClick={() => setOpen(true)} />
      ) : (
        <Button variant="secondary" aria-label={label} onClick={() => setOpen(true)}>
          <Icon name="download" />
          {t(subject.type === 'series' ? 'playback.download_season' : 'playback.download')}
        </Button>
      )}
      {isOpen && <DownloadDialog subject={subject} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
