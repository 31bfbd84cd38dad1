import { useEffect } from 'react';
import { awaitStaying } from '#lib/player-engine.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { DestinationButton } from './destination-button.tsx';
import { toPlayer } from './destinations.ts';

interface WatchButtonProps extends ButtonLook {
  media: 'movie' | 'episode';
  id: string;
  /** Whether there is a video at all. */
  playable?: boolean;
  /** The one button of a title's own page: staying there is reason enough to fetch the player's engine ahead. */
  own?: boolean;
  /** Of what, where several such buttons stand together. */
  name?: string;
  className?: string;
}

/** Opens the player in a new tab. Whether somebody may watch is asked before this is shown. */
export function WatchButton({ media, id, playable = true, own = false, name, ...look }: WatchButtonProps) {
  const t = useTranslations();
  const alive = useHydrated();
  useEffect(() => (own && playable ? awaitStaying() : undefined), [own, playable]);
  const words = (
    <>
      <Icon name="play" />
      {t('catalogue.watch_now')}
      {name && <span className="sr-only">{name}</span>}
    </>
  );
  if (!playable)
    return (
      <Button disabled={!alive} onClick={() => toast.error(t('catalogue.video_not_available'))} {...look}>
        {words}
      </Button>
    );
  return (
    <DestinationButton to={toPlayer(media, id)} newTab plays {...look}>
      {words}
    </DestinationButton>
  );
}
