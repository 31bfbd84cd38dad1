import { Suspense } from 'react';
import { Link } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { usePrefetch } from '#lib/use-prefetch.ts';
import { lazyDecoration } from '#ui/lazy-decoration.ts';
import { Poster } from '#ui/poster.tsx';
import { useGenreNames } from './genre-names.ts';
import { filmById, seriesById } from './read-titles.ts';
import { SampleButton } from './sample-button.tsx';
import type { CardTitle, Kind } from './title.ts';
import { Rating, TitleAccessBadge, useShortFacts } from './title-facts.tsx';
import { useTranslatedTitle } from './translated-title.ts';
import { useCardPreview } from './use-card-preview.ts';
import { WatchButton } from './watch-button.tsx';

/** Loaded when the first one opens. */
const CardPreview = lazyDecoration(async () => (await import('./card-preview.tsx')).CardPreview);

interface TitleCardProps {
  title: CardTitle;
  kind: Kind;
  /** Heading level: 3 below a section's h2. */
  level?: 2 | 3;
  /** How wide the poster is shown, as in `<img sizes>`. */
  sizes?: string;
  /** Load the poster with high priority. */
  priority?: boolean;
  /** Load the poster after the page has loaded. */
  defer?: boolean;
  /** Without the button to watch a free film. */
  compact?: boolean;
}

/** A film or series in a row or grid. */
export function TitleCard({
  title: original,
  kind,
  level = 3,
  sizes,
  priority,
  defer,
  compact,
}: TitleCardProps) {
  const Heading = `h${level}` as const;
  const title = useTranslatedTitle(original);
  const genreName = useGenreNames();
  const facts = useShortFacts(kind, title);
  const preview = useCardPreview();
  const free = title.is_free && kind === 'movie' && !title.sample && !compact;
  return (
    <article className="title-card" {...(title.sample ? {} : preview.cardProps)}>
      <Poster
        src={title.thumbnail_url}
        seed={original.title}
        alt=""
        {...(sizes && { sizes })}
        {...(priority && { priority })}
        {...(defer && { defer })}
      />
      <div className="title-card-text">
        <Heading className="title-card-heading">
          {title.sample ? (
            <SampleButton title={title.title} className="title-card-link">
              {title.title}
            </SampleButton>
          ) : (
            <CardLink title={title} kind={kind} />
          )}
        </Heading>
        <p className="tabular-nums">{facts}</p>
        <p className="truncate">{title.genre.map(genreName).join(', ')}</p>
        <div className="title-card-marks">
          {!title.sample && <Rating kind={kind} title={title} />}
          <TitleAccessBadge kind={kind} title={title} />
        </div>
      </div>
      {free && (
        <WatchButton
          media="movie"
          id={title.id}
          playable={title.has_video ?? true}
          name={title.title}
          size="s"
          variant="secondary"
          className="relative z-10"
        />
      )}
      {preview.open && (
        <Suspense>
          <CardPreview kind={kind} title={title} />
        </Suspense>
      )}
    </article>
  );
}

function CardLink({ title, kind }: { title: CardTitle; kind: Kind }) {
  const titlePath = useTitlePath();
  const prefetchProps = usePrefetch(kind === 'movie' ? filmById(title.id) : seriesById(title.id));
  return (
    <Link to={titlePath(kind, title)} discover="none" className="title-card-link" {...prefetchProps}>
      {title.title}
    </Link>
  );
}
