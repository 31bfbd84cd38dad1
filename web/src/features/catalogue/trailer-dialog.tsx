import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';

/** Loaded on demand. */
export default function TrailerDialog(props: {
  title: string;
  url: string;
  onClose: () => void;
  actions?: ReactNode;
}) {
  const { title, url, onClose, actions } = props;
  const t = useTranslations();
  const [broken, setBroken] = useState(false);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('catalogue.trailer_of', { title })}
        size="l"
        className="sm:max-w-5xl!"
        footer={actions}
      >
        {broken ? (
          <Alert tone="danger">{t('catalogue.video_not_available')}</Alert>
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: trailers come without captions; the film itself has them.
          <video
            src={url}
            controls
            autoPlay
            playsInline
            aria-label={t('catalogue.trailer_of', { title })}
            onError={() => setBroken(true)}
            className="aspect-video w-full rounded-m bg-black"
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
