import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { pictureSources } from '#lib/picture.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useMotion } from '#ui/motion.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { showsAdvertising } from './shows-advertising.ts';

const ROTATION_MS = 5000;

export function stripBanners() {
  return queryOptions({
    queryKey: ['banners', 'strip'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('banners')
          .select('id, title, image_url, link')
          .eq('active', true)
          .eq('placement', 'strip')
          .order('created_at', { ascending: false }),
      ),
  });
}

/**
 * Below the header. Nothing at all while loading, on failure, without banners, for subscribers (P-13), or where people
 * work, pay or read.
 */
export function BannerStrip() {
  const t = useTranslations();
  const { pathname } = useLocation();
  const isShown = !useAppearance().subscribed && showsAdvertising(pathname);
  const { data: banners = [] } = useQuery({ ...stripBanners(), enabled: isShown });
  const { paused, toggle } = useMotion();
  const at = useRotation(banners.length, paused);
  const banner = banners[at % banners.length];
  if (!isShown || !banner) return null;
  // It keeps the height while the image waits for the page's own: see lib/first-visit.ts.
  const picture = (
    <span className="block h-12 sm:h-28 tv:h-36">
      <ResponsiveImage
        sources={pictureSources(banner.image_url, 480, 1920)}
        sizes="100vw"
        // Below the page's own images in priority.
        fetchPriority="low"
        alt={banner.title}
        width={1600}
        height={200}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </span>
  );
  return (
    <aside id="banner-strip" aria-label={t('shell.advertisement')} className="relative bg-surface">
      {banner.link ? (
        <a href={banner.link} target="_blank" rel="noopener noreferrer" className="block -outline-offset-4">
          {picture}
          <span className="sr-only">{t('shell.opens_new_tab')}</span>
        </a>
      ) : (
        picture
      )}
      {banners.length > 1 && (
        <IconButton
          icon={paused ? 'play' : 'pause'}
          label={t(paused ? 'shell.play_banners' : 'shell.pause_banners')}
          onClick={toggle}
          variant="secondary"
          className="absolute end-2 bottom-2 max-sm:size-8 max-sm:min-h-0!"
        />
      )}
    </aside>
  );
}

/** Advances every five seconds. */
function useRotation(count: number, paused: boolean): number {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % count), ROTATION_MS);
    return () => clearInterval(timer);
  }, [paused, count]);
  return at;
}
