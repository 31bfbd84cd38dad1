import { ScrollRow } from '#ui/scroll-row.tsx';
import type { CardTitle, Kind } from '../title.ts';
import { TitleCard } from '../title-card.tsx';

interface TitleRowProps {
  /** What the row holds: the list's name. */
  label: string;
  kind: Kind;
  titles: readonly CardTitle[];
  level?: 2 | 3;
  /** Below the first screen: no picture is asked for before the page has loaded. */
  below?: boolean;
}

/** As many as a phone shows before anybody moves the row. */
const SEEN_AT_ONCE = 3;

/** Titles side by side. Pictures further along wait until the page has loaded. */
export function TitleRow({ label, kind, titles, level = 3, below = false }: TitleRowProps) {
  return (
    <ScrollRow label={label}>
      {titles.map((title, at) => (
        <TitleCard
          key={title.id}
          kind={kind}
          title={title}
          level={level}
          sizes="(min-width: 64rem) 12rem, (min-width: 40rem) 11rem, 42vw"
          defer={below || at >= SEEN_AT_ONCE}
        />
      ))}
    </ScrollRow>
  );
}
