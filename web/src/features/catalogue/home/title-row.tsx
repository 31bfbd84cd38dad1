import { Link } from 'react-router';
import { useTitlePath } from '#lib/title-path.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { ScrollRow } from '#ui/scroll-row.tsx';
import type { CardTitle, Kind } from '../title.ts';
import { TitleCard } from '../title-card.tsx';

interface TitleRowProps {
  /** Accessible name of the list. */
  label: string;
  /** Films, unless a title says otherwise. */
  titles: readonly (CardTitle & { kind?: Kind })[];
  level?: 2 | 3;
  /** Below the first screen: all posters load after the page has loaded. */
  below?: boolean;
}

/** Cards visible on a phone without scrolling the row. */
const VISIBLE_ON_PHONE = 3;

/** Cards visible on a television; of the others the server's HTML has the links. */
const VISIBLE_ON_TELEVISION = 7;

/** A scrolling row of titles. Posters outside of the view load after the page has loaded. */
export function TitleRow({ label, titles, level = 3, below = false }: TitleRowProps) {
  const hydrated = useHydrated();
  const titlePath = useTitlePath();
  return (
    <ScrollRow label={label}>
      {titles.map((title, index) =>
        index >= VISIBLE_ON_TELEVISION && !hydrated ? (
          <Link key={title.id} to={titlePath(title.kind ?? 'movie', title)} discover="none">
            {title.title}
          </Link>
        ) : (
          <TitleCard
            key={title.id}
            kind={title.kind ?? 'movie'}
            title={title}
            level={level}
            sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 11rem, 42vw"
            defer={below || index >= VISIBLE_ON_PHONE}
          />
        ),
      )}
    </ScrollRow>
  );
}
