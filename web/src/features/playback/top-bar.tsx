import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { wasOpenedFrom } from '#lib/opened-from.ts';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import type { WatchTitle } from './read-watch.ts';

/** The title and a link back to its page. */
interface TopBarProps {
  title: WatchTitle | null;
  shown?: boolean;
  /** Instead of the title's page. */
  wayBack?: { to: string; label: string } | undefined;
}

export function TopBar({ title, shown = true, wayBack }: TopBarProps) {
  const t = useTranslations();
  const titleLabel = title
    ? t('playback.back_to_title', { title: title.series?.title ?? title.title })
    : t('playback.back_home');
  return (
    <header
      data-controls
      className={cx(
        'absolute inset-x-0 top-0 z-10 flex items-start gap-3 bg-linear-to-b from-black/80 to-transparent px-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-16 transition-opacity duration-200 focus-within:opacity-100 sm:gap-4 sm:px-6 sm:pt-[max(1.25rem,env(safe-area-inset-top))]',
        'pointer-events-none *:pointer-events-auto',
        !shown && 'opacity-0 *:pointer-events-none',
      )}
    >
      <Link
        data-way-back
        {...useWayBack(title, wayBack?.to)}
        data-control="leave"
        aria-label={wayBack?.label ?? titleLabel}
        className="grid size-11 shrink-0 place-items-center rounded-full text-xl hover:bg-text/15 sm:size-12"
      >
        <Icon name="arrow-left" />
      </Link>
      {title && (
        <div className="grid min-w-0 gap-0.5 pt-1">
          <h1 className="line-clamp-2 text-xl leading-tight tracking-tight text-balance sm:text-heading">
            {title.title}
          </h1>
          {title.series && (
            <p className="text-sm text-soft sm:text-base">
              {t('playback.episode_of', {
                series: title.series.title,
                season: title.series.season_number,
                number: title.series.episode_number,
              })}
            </p>
          )}
        </div>
      )}
    </header>
  );
}

/** To the title's page: back, if the player was opened there, so that Back never leads into the player again. */
function useWayBack(title: WatchTitle | null, given: string | undefined) {
  const titlePath = useTitlePath();
  const navigate = useNavigate();
  const to = given ?? (title ? titlePath(title.page.kind, title.page) : '/');
  return {
    to,
    replace: true,
    onClick(event: MouseEvent): void {
      if (!wasOpenedFrom(to) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
