import { Link } from 'react-router';
import { formatDuration } from '#lib/duration.ts';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { usePlayer } from '../player-context.ts';
import type { WatchEpisode } from '../read-watch.ts';
import { Panel } from './panel.tsx';

export function EpisodesPanel() {
  const t = useTranslations();
  const { episodes, title } = usePlayer();
  const seasons = [...new Set(episodes.map(({ season_number }) => season_number))];
  return (
    <Panel title={title?.series?.title ?? t('playback.episodes')}>
      {seasons.map((season) => (
        <section key={season} aria-label={nameOf(season)}>
          {seasons.length > 1 && (
            <h3 className="px-2 pt-2 pb-1 text-sm font-semibold text-soft">{nameOf(season)}</h3>
          )}
          <ol>
            {episodes
              .filter(({ season_number }) => season_number === season)
              .map((episode) => (
                <li key={episode.id}>
                  <EpisodeLink episode={episode} now={episode.id === title?.id} />
                </li>
              ))}
          </ol>
        </section>
      ))}
    </Panel>
  );

  function nameOf(season: number): string {
    return season === 0 ? t('playback.specials') : t('playback.season', { number: season });
  }
}

function EpisodeLink({ episode, now }: { episode: WatchEpisode; now: boolean }) {
  const t = useTranslations();
  const { open, episodePath } = usePlayer();
  const inside = (
    <>
      <BannerImage
        src={episode.thumbnail_url}
        seed={episode.title}
        alt=""
        sizes="7rem"
        className="w-28 shrink-0 rounded-s"
      />
      <span className="grid min-w-0">
        <span className="line-clamp-2 leading-tight font-semibold">
          <span className="text-soft">{episode.episode_number}.</span> {episode.title}
        </span>
        <span className="text-sm text-soft">
          {now
            ? t('playback.now_playing')
            : episode.has_video
              ? episode.duration !== null && formatDuration(episode.duration, t)
              : t('playback.not_available')}
        </span>
      </span>
    </>
  );
  const dress = 'focus-inset flex items-center gap-3 rounded-m p-2';
  if (!episode.has_video) return <div className={`${dress} opacity-70`}>{inside}</div>;
  return (
    <Link
      to={episodePath(episode.id)}
      replace
      aria-current={now}
      onClick={() => open(null)}
      className={`${dress} hover:bg-surface-raised aria-[current=true]:bg-indigo`}
    >
      {inside}
    </Link>
  );
}
