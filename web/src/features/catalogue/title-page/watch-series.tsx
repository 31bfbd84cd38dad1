import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import type { Series } from '../read-titles.ts';
import { useViewer } from '../viewer.ts';
import { WatchButton } from '../watch-button.tsx';
import { episodesOf, useCanWatch } from './read-entitlements.ts';
import { SubscribeButton } from './title-actions.tsx';

/** Starts with the first episode; without access it links to the subscription. */
export function WatchSeries({ series }: { series: Series }) {
  const t = useTranslations();
  const viewer = useViewer();
  const allowed = useCanWatch('series', series);
  const { data: episodes } = useQuery(episodesOf(series.id, viewer));
  // The first episode with a video; without any, the first one, whose button shows the error.
  const first = episodes?.find(({ has_video }) => has_video) ?? episodes?.[0];
  if (allowed === undefined) return <Skeleton className="h-11 w-52" />;
  if (!allowed) return <SubscribeButton kind="series" id={series.id} />;
  if (first) return <WatchButton media="episode" id={first.id} playable={first.has_video} prefetchPlayer />;
  return (
    <Button onClick={() => episodes && toast.error(t('catalogue.no_episodes'))}>
      <Icon name="play" />
      {t('catalogue.watch_now')}
    </Button>
  );
}
