import { useEffect } from 'react';
import { watchForStaying } from '#lib/player-engine.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { LinkButton } from './link-button.tsx';
import { playerPath } from './paths.ts';

interface WatchButtonProps extends ButtonLook {
  media: 'movie' | 'episode';
  id: string;
  /** Whether there is a video at all. */
  playable?: boolean;
  /** Prefetch the player engine when somebody stays on the page; for the main button of a title page. */
  prefetchPlayer?: boolean;
  /** The title, for screen readers, where a page has several such buttons. */
  name?: string;
  className?: string;
}

/** Opens the player. Callers check beforehand whether the viewer can watch. */
export function WatchButton({
  media,
  id,
  playable = true,
  prefetchPlayer = false,
  name,
  ...buttonProps
}: WatchButtonProps) {
  const t = useTranslations();
  const hydrated = useHydrated();
  useEffect(() => (prefetchPlayer && playable ? watchForStaying() : undefined), [prefetchPlayer, playable]);
  const label = (
    <>
      <Icon name="play" />
      {t('catalogue.watch_now')}
      {name && <span className="sr-only">{name}</span>}
    </>
  );
  if (!playable)
    return (
      <Button
        disabled={!hydrated}
        onClick={() => toast.error(t('catalogue.video_not_available'))}
        {...buttonProps}
      >
        {label}
      </Button>
    );
  return (
    <LinkButton to={playerPath(media, id)} opensPlayer {...buttonProps}>
      {label}
    </LinkButton>
  );
}
