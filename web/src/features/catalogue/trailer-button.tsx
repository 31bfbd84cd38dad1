import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const loadTrailer = () => import('./trailer-dialog.tsx');
const TrailerDialog = lazy(loadTrailer);

/** Plays an uploaded trailer in a dialog; opens an external one, and before the page is hydrated any, in a new tab. */
export function TrailerButton({
  title,
  url,
  size = 'm',
  actions,
}: {
  title: string;
  url: string;
  size?: ButtonLook['size'];
  /** What comes after the trailer: watch, rent, buy. */
  actions?: ReactNode;
}) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const label = (
    <>
      <Icon name="film" />
      {t('catalogue.watch_trailer')}
    </>
  );
  if (!url.startsWith('/') || !hydrated)
    return (
      <Button variant="secondary" size={size} asChild>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {label}
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
        onPointerEnter={() => void loadTrailer()}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && (
        <Suspense>
          <TrailerDialog title={title} url={url} onClose={() => setOpen(false)} actions={actions} />
        </Suspense>
      )}
    </>
  );
}
