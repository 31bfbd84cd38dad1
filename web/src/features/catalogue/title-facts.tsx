import { formatDuration } from '#lib/duration.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAccess } from '#lib/use-access.ts';
import { AccessBadge } from '#ui/access-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { Stars } from '#ui/star-rating.tsx';
import { type CardTitle, DEFAULT_MINUTES, isNew, type Kind, yearOf } from './title.ts';

/** "2025 · 1 h 48 min", or "2022 · 2 seasons". */
export function useShortFacts(kind: Kind, title: CardTitle): string {
  const t = useTranslations();
  const length =
    kind === 'movie'
      ? formatDuration(title.duration ?? DEFAULT_MINUTES, t)
      : t('catalogue.seasons', { count: title.season_count ?? 0 });
  return `${yearOf(title.release_date)} · ${length}`;
}

/** What the title costs this viewer, or Sample. */
export function TitleAccessBadge({ kind, title }: { kind: Kind; title: CardTitle }) {
  const t = useTranslations();
  if (title.sample) return <Badge tone="sample">{t('catalogue.sample')}</Badge>;
  return <ViewerAccessBadge kind={kind} title={title} />;
}

function ViewerAccessBadge({ kind, title }: { kind: Kind; title: CardTitle }) {
  return <AccessBadge {...useAccess({ ...title, kind })} />;
}

/** The average of real reviews with their number; without any, a film is 'New' for thirty days (P-12). */
export function Rating({ kind, title }: { kind: Kind; title: CardTitle }) {
  const t = useTranslations();
  if (title.rating != null) return <Stars value={title.rating} count={title.review_count ?? 0} />;
  if (kind === 'series' || !title.published_at) return null;
  // A page is kept until something on it changes: it may be older than the last of the thirty days.
  return (
    <Badge tone="new" hidden={!isNew(title.published_at, Date.now())} suppressHydrationWarning>
      {t('catalogue.new')}
    </Badge>
  );
}
