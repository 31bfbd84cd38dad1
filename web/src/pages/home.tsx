import { Suspense } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { Hero } from '#features/catalogue/home/hero.tsx';
import { BrowseCategories } from '#features/catalogue/home/home-categories.tsx';
import { LatestMovies } from '#features/catalogue/home/home-latest.tsx';
import { SiteData } from '#features/catalogue/home/home-site-data.tsx';
import { Promotions } from '#features/catalogue/home/promotions.tsx';
import { banners, heroFilms } from '#features/catalogue/home/read-home.ts';
import { categories, latestMovies } from '#features/catalogue/read-titles.ts';
import { ContinueWatching } from '#features/playback/progress/continue-watching.tsx';
import { readCookie } from '#lib/cookies.ts';
import { Head } from '#lib/head.tsx';
import { languageOfRequest } from '#lib/page-language.ts';
import { lazyWithMessages } from '#lib/page-messages.ts';
import { preload, readInBrowser } from '#lib/preload.ts';
import { useSaveData } from '#lib/save-data.ts';
import { readHint } from '#lib/session-hint.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { WhenNear } from '#lib/when-near.tsx';
import { cx } from '#ui/class-names.ts';
import { lazyDecoration } from '#ui/lazy-decoration.ts';

const HomeBelow = lazyDecoration(async () => (await import('./home-below.tsx')).default);
const HomeLaterRows = lazyWithMessages(() => import('./home-later-rows.tsx'));

export async function loader({ context, request }: LoaderFunctionArgs) {
  const cookies = request.headers.get('cookie') ?? '';
  const { subscribed, signedIn } = readHint(cookies);
  const advertising = subscribed ? [] : [banners('slide'), banners('promotion')];
  await preload(context, heroFilms(languageOfRequest(request)), latestMovies(), categories(), ...advertising);
  return { begun: signedIn && readCookie('watching', cookies) !== undefined };
}
export const clientLoader = readInBrowser;

export default function Home() {
  const t = useTranslations();
  // From the server on a full load; from the browser's cookie after a navigation.
  const drawn = useLoaderData<typeof loader | typeof clientLoader>();
  return (
    <>
      <Head title="Lakou" />
      <SiteData />
      <h1 className="sr-only">{t('catalogue.home_heading')}</h1>
      <Hero />
      <div className="grid gap-16 pt-12 *:min-w-0 lg:gap-20">
        <ContinueWatching
          expected={drawn ? drawn.begun : readCookie('watching', document.cookie) !== undefined}
        />
        <Promotions />
        <LatestMovies />
        <div className="grid gap-16 *:min-w-0 lg:gap-20" data-below>
          <BrowseCategories />
          <Suspense>
            <HomeBelow />
          </Suspense>
          <LaterRows />
        </div>
      </div>
    </>
  );
}

/** What comes below the first screens is not in the document, which would be too large with it. */
function LaterRows() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const savesData = useSaveData();
  // The app starts when something is used: see first-visit.ts.
  const waits = savesData && !hydrated;
  const links = (
    <p className="page-width flex flex-wrap gap-x-6">
      <Link to="/series" className="footer-link underline">
        {t('catalogue.series')}
      </Link>
      <Link to="/forum" className="footer-link underline">
        {t('catalogue.latest_topics')}
      </Link>
    </p>
  );
  return (
    <>
      {waits ? links : <noscript>{links}</noscript>}
      <WhenNear className={cx('grid gap-16 *:min-w-0 lg:gap-20', !waits && 'min-h-screen noscript:min-h-0')}>
        <Suspense>
          <HomeLaterRows />
        </Suspense>
      </WhenNear>
    </>
  );
}
