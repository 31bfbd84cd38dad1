import { Link } from 'react-router';
import { usePrefetch } from '#lib/use-prefetch.ts';
import { Poster } from '#ui/poster.tsx';
import { filmById, seriesById } from './read-titles.ts';
import { SampleButton } from './sample-button.tsx';
import { type CardTitle, type Kind, titlePath } from './title.ts';
import { PriceBadge, Rating, useShortFacts } from './title-facts.tsx';
import { WatchButton } from './watch-button.tsx';

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
export function TitleCard({ title, kind, level = 3, sizes, priority, defer, compact }: TitleCardProps) {
  const Heading = `h${level}` as const;
  const facts = useShortFacts(kind, title);
  const free = title.is_free && kind === 'movie' && !title.sample && !compact;
  return (
    <article className="title-card">
      <Poster
        src={title.thumbnail_url}
        seed={title.title}
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
        <p className="truncate">{title.genre.join(', ')}</p>
        <div className="title-card-marks">
          {!title.sample && <Rating kind={kind} title={title} />}
          <PriceBadge kind={kind} title={title} />
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
    </article>
  );
}

function CardLink({ title, kind }: { title: CardTitle; kind: Kind }) {
  const prefetchProps = usePrefetch(kind === 'movie' ? filmById(title.id) : seriesById(title.id));
  return (
    <Link to={titlePath(kind, title.id)} discover="none" className="title-card-link" {...prefetchProps}>
      {title.title}
    </Link>
  );
}
