import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/tabs.tsx';
import { groupBy } from '../group-by.ts';
import type { Series } from '../read-titles.ts';
import { useViewer } from '../viewer.ts';
import { EpisodeCard } from './episode-card.tsx';
import { type Episode, episodesOf, useCanWatch } from './read-entitlements.ts';
import { SubscribeButton } from './title-actions.tsx';

/** Buttons to keep a season or an episode on this device. */
export interface EpisodeDownloads {
  season: (series: Series, season: number) => ReactNode;
  episode: (id: string, name: string) => ReactNode;
}

/** The episodes that the viewer can see, by season, and the number of the others (P-28). */
export function Episodes({ series, downloads }: { series: Series; downloads: EpisodeDownloads }) {
  const t = useTranslations();
  const viewer = useViewer();
  const allowed = useCanWatch('series', series);
  const { data: episodes, isError, isFetching, refetch } = useQuery(episodesOf(series.id, viewer));
  const summary = [
    t('catalogue.seasons', { count: series.season_count }),
    t('catalogue.episodes', { count: series.episode_count }),
  ].join(' · ');
  return (
    <section aria-labelledby="episodes" className="grid gap-6">
      <SectionHead id="episodes" title={t('catalogue.episode_list')} text={summary} />
      {episodes ? (
        <>
          <Seasons series={series} episodes={episodes} playable={allowed ?? false} downloads={downloads} />
          <LockedEpisodes
            series={series}
            hidden={series.episode_count - episodes.length}
            hasVisible={episodes.length > 0}
          />
        </>
      ) : isError ? (
        <LoadFailed busy={isFetching} retry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </section>
  );
}

interface SeasonsProps {
  series: Series;
  episodes: readonly Episode[];
  playable: boolean;
  downloads: EpisodeDownloads;
}

function Seasons({ series, episodes, playable, downloads }: SeasonsProps) {
  const t = useTranslations();
  const seasons = groupBy(episodes, ({ season_number }) => season_number);
  const [first] = seasons;
  if (!first) return null;
  const nameOf = (number: number) =>
    number === 0 ? t('catalogue.specials') : t('catalogue.season', { number });
  const renderEpisodes = (number: number, season: readonly Episode[]) => (
    <>
      {playable && season.some(({ has_video }) => has_video) && (
        <div className="pt-4">{downloads.season(series, number)}</div>
      )}
      <ol className="grid gap-x-10 lg:grid-cols-2">
        {season.map((episode) => (
          <li key={episode.id} className="border-b border-line py-5">
            <EpisodeCard
              episode={episode}
              playable={playable || episode.is_free}
              download={downloads.episode}
            />
          </li>
        ))}
      </ol>
    </>
  );
  if (seasons.length === 1)
    return (
      <div>
        <h3 className="text-xl">{nameOf(first[0])}</h3>
        {renderEpisodes(...first)}
      </div>
    );
  return (
    <Tabs defaultValue={String(first[0])}>
      <TabList label={t('catalogue.season_list')}>
        {seasons.map(([number]) => (
          <Tab key={number} value={String(number)}>
            {nameOf(number)}
          </Tab>
        ))}
      </TabList>
      {seasons.map(([number, season]) => (
        <TabPanel key={number} value={String(number)} className="pt-0!">
          <h3 className="sr-first">{nameOf(number)}</h3>
          {renderEpisodes(number, season)}
        </TabPanel>
      ))}
    </Tabs>
  );
}

interface LockedEpisodesProps {
  series: Series;
  hidden: number;
  hasVisible: boolean;
}

function LockedEpisodes({ series, hidden, hasVisible }: LockedEpisodesProps) {
  const t = useTranslations();
  if (hidden <= 0) return null;
  return (
    <div className="sequins grid justify-items-center gap-4 rounded-l border border-line bg-surface px-6 py-10 text-center">
      <Icon name="lock" className="size-10 text-highlight-text" />
      <div className="grid gap-1 bg-surface px-3">
        <h3 className="text-heading">
          {t(hasVisible ? 'catalogue.episodes_locked_more' : 'catalogue.episodes_locked', { count: hidden })}
        </h3>
        <p className="text-soft">{t('catalogue.episodes_locked_text')}</p>
      </div>
      <SubscribeButton kind="series" id={series.id} />
    </div>
  );
}
