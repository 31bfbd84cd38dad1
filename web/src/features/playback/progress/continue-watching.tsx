import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { removeCookie, writeCookie } from '#lib/cookies.ts';
import { watchIntent } from '#lib/player-engine.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Progress } from '#ui/progress.tsx';
import { ScrollRow } from '#ui/scroll-row.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { forgetProgress } from './forget-progress.ts';
import { type BegunTitle, begunTitles } from './read-continue.ts';

const WIDTH = 'w-[72vw] sm:w-72 lg:w-80';

/**
 * What a member has begun. `expected`: this browser has seen some before, so that its place is kept from the first
 * picture on. Where it comes as a surprise it waits for the next visit rather than push down what is being read.
 */
export function ContinueWatching({ expected }: { expected: boolean }) {
  const t = useTranslations();
  const { user, status } = useSession();
  const { data } = useQuery(begunTitles(user?.id));
  const place = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(expected);
  const count = data?.length;
  useEffect(() => {
    if (count === undefined) return;
    if (count > 0) writeCookie('watching', '1');
    else removeCookie('watching');
    const top = place.current?.getBoundingClientRect().top ?? 0;
    if (count > 0 && top >= innerHeight) setFits(true);
  }, [count]);
  const none = count === 0 || status === 'out';
  if (!fits || none) return <div ref={place} className="absolute" />;
  return (
    <section aria-labelledby="continue" className="page-width grid gap-5">
      <SectionHead id="continue" title={t('playback.continue_watching')} />
      <ScrollRow label={t('playback.continue_watching')} itemClassName={WIDTH}>
        {data ? data.map((begun) => <BegunCard key={begun.media_id} begun={begun} />) : PLACES}
      </ScrollRow>
    </section>
  );
}

const PLACES = [1, 2, 3, 4].map((place) => (
  <div key={place} className="grid gap-2.5">
    <Skeleton className="aspect-video w-full" />
    <div className="h-13" />
  </div>
));

function BegunCard({ begun }: { begun: BegunTitle }) {
  const t = useTranslations();
  const { media_type, media_id, title, series_title, season_number, episode_number, position, duration } =
    begun;
  const minutes = Math.max(1, Math.round((duration - position) / 60));
  const facts = [
    series_title && t('playback.episode_short', { season: season_number, number: episode_number }),
    position > 0 && t('playback.minutes_left', { count: minutes }),
  ];
  const name = series_title ?? title;
  return (
    <article className="group relative grid gap-2.5 rounded-m outline-offset-4 outline-(--focus) has-[a:focus-visible]:outline-4">
      <div className="relative overflow-hidden rounded-m shadow-shade">
        <BannerImage
          src={begun.thumbnail_url}
          seed={title}
          alt=""
          sizes="(min-width: 64rem) 20rem, 72vw"
          defer
        />
        <span className="absolute inset-0 grid place-items-center bg-black/20 transition-colors group-hover:bg-black/45">
          <span className="grid size-14 place-items-center rounded-full bg-action text-2xl text-on-action">
            <Icon name="play" />
          </span>
        </span>
        <Progress
          label={t('playback.continue_title', { title: name })}
          value={duration > 0 ? position / duration : 0}
          className="absolute inset-x-0 bottom-0 h-1.5! rounded-none!"
        />
      </div>
      <div className="grid h-13 grid-cols-[minmax(0,1fr)_auto] content-start">
        <h3 className="truncate text-lg leading-tight tracking-tight">
          <a
            href={`/watch/${media_type}/${media_id}`}
            target="_blank"
            rel="noopener"
            className="after:absolute after:inset-0 focus-visible:shadow-none! focus-visible:outline-none!"
            {...watchIntent}
          >
            <span className="sr-only">{t('playback.continue_title', { title: '' }).trim()} </span>
            {name}
            <span className="sr-only"> {t('shell.opens_new_tab')}</span>
          </a>
        </h3>
        <Remove begun={begun} name={name} />
        <p className="truncate text-sm text-soft tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </article>
  );
}

/** Not to be gone on with; of a series, all of it. */
function Remove({ begun, name }: { begun: BegunTitle; name: string }) {
  const t = useTranslations();
  const { user } = useSession();
  const client = useQueryClient();
  const { queryKey } = begunTitles(user?.id);
  const { mutate } = useMutation({
    mutationFn: () => forgetProgress(begun),
    onMutate: () =>
      client.setQueryData(queryKey, (all) => all?.filter(({ media_id }) => media_id !== begun.media_id)),
    onError: () => toast.error(t('shell.network_error')),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <IconButton
      icon="close"
      label={t('playback.remove_from_row', { title: name })}
      onClick={() => mutate()}
      className="relative z-10 row-span-2 -mt-1.5"
    />
  );
}
