import { Link } from 'react-router';
import { usePrefetch } from '#lib/use-prefetch.ts';
import { cx } from '#ui/class-names.ts';
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
}

// The link covers the whole card; the focus ring is drawn around the card.
const coverClass =
  'text-start after:absolute after:-inset-1 focus-visible:shadow-none! focus-visible:outline-none!';

/** A film or series in a row or grid. */
export function TitleCard({ title, kind, level = 3, sizes, priority, defer }: TitleCardProps) {
  const Heading = `h${level}` as const;
  const facts = useShortFacts(kind, title);
  const free = title.is_free && kind === 'movie' && !title.sample;
  return (
    <article className="group relative grid content-start gap-2.5 rounded-m outline-offset-4 outline-(--focus) has-[a:focus-visible,button:focus-visible]:outline-4">
      <Poster
        src={title.thumbnail_url}
        seed={title.title}
        alt=""
        {...(sizes && { sizes })}
        {...(priority && { priority })}
        {...(defer && { defer })}
        className="transition-transform duration-200 group-hover:-translate-y-1"
      />
      <div className="grid gap-0.5">
        <Heading className="line-clamp-2 text-lg leading-tight tracking-tight">
          {title.sample ? (
            <SampleButton title={title.title} className={coverClass}>
              {title.title}
            </SampleButton>
          ) : (
            <CardLink title={title} kind={kind} />
          )}
        </Heading>
        <p className="text-sm text-soft tabular-nums">{facts}</p>
        <p className="truncate text-sm text-soft">{title.genre.join(', ')}</p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm empty:hidden">
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
    <Link
      to={titlePath(kind, title.id)}
      className={cx(coverClass, 'group-hover:text-highlight-text')}
      {...prefetchProps}
    >
      {title.title}
    </Link>
  );
}
