import { useAlive } from '../../lib/alive.ts';
import { useWords } from '../../lib/words.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { DestinationButton } from './destination-button.tsx';
import { toPlayer } from './destinations.ts';

interface WatchButtonProps extends ButtonLook {
  media: 'movie' | 'episode';
  id: string;
  /** Whether there is a video at all. */
  playable?: boolean;
  /** Of what, where several such buttons stand together. */
  name?: string;
  className?: string;
}

/** Opens the player in a new tab. Whether somebody may watch is asked before this is shown. */
export function WatchButton({ media, id, playable = true, name, ...look }: WatchButtonProps) {
  const t = useWords();
  const alive = useAlive();
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
    <DestinationButton to={toPlayer(media, id)} newTab {...look}>
      {words}
    </DestinationButton>
  );
}
