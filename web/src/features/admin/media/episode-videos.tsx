import { useState } from 'react';
import { useWords } from '../../../lib/words.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { VideoSection } from './video-section.tsx';

interface Episode {
  id: string;
  title: string;
  season_number: number;
  episode_number: number;
}

/** The episodes of a series by season, each with its video behind its name. */
export function EpisodeVideos({ episodes }: { episodes: readonly Episode[] }) {
  const t = useWords();
  if (episodes.length === 0) return <EmptyState title={t('videos.no_episodes')} />;
  const seasons = [...new Set(episodes.map(({ season_number }) => season_number))];
  return seasons.map((season) => (
    <section key={season} className="grid max-w-3xl gap-3">
      <h2 className="text-heading">
        {season === 0 ? t('videos.specials') : t('videos.season', { number: season })}
      </h2>
      {episodes
        .filter(({ season_number }) => season_number === season)
        .map((episode) => (
          <EpisodeVideo key={episode.id} episode={episode} />
        ))}
    </section>
  ));
}

/** What is closed reads nothing: a long series would ask for a hundred jobs at once. */
function EpisodeVideo({ episode }: { episode: Episode }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="rounded-m border border-line bg-surface"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer rounded-m px-5 py-4 font-semibold hover:bg-surface-raised">
        {episode.episode_number}. {episode.title}
      </summary>
      {open && (
        <div className="border-t border-line p-5">
          <VideoSection media="episode" id={episode.id} level={3} />
        </div>
      )}
    </details>
  );
}
