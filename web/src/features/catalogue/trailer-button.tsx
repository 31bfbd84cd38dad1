import { lazy, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const loadTrailer = () => import('./trailer-dialog.tsx');
const TrailerDialog = lazy(loadTrailer);

/** Plays a trailer of this house here; one that lies elsewhere opens there. */
export function TrailerButton({
  title,
  url,
  size = 'm',
}: {
  title: string;
  url: string;
  size?: ButtonLook['size'];
}) {
  const t = useTranslations();
  const alive = useHydrated();
  const [open, setOpen] = useState(false);
  const words = (
    <>
      <Icon name="film" />
      {t('catalogue.watch_trailer')}
    </>
  );
  if (!url.startsWith('/'))
    return (
      <Button variant="secondary" size={size} asChild>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {words}
          <span className="sr-only">{t('shell.opens_new_tab')}</span>
        </a>
      </Button>
    );
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        aria-haspopup="dialog"
        disabled={!alive}
        onPointerEnter={() => void loadTrailer()}
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      {open && (
        <Suspense>
          <TrailerDialog title={title} url={url} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
