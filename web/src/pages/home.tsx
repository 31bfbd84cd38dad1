import type { LoaderFunctionArgs } from 'react-router';
import { Hero } from '../features/catalogue/hero.tsx';
import { BrowseCategories } from '../features/catalogue/home-categories.tsx';
import { LatestMovies } from '../features/catalogue/home-latest.tsx';
import { banners, heroFilms } from '../features/catalogue/home-reads.ts';
import { SiteData } from '../features/catalogue/home-site-data.tsx';
import { SubscriptionPanel } from '../features/catalogue/home-subscription.tsx';
import { Promotions } from '../features/catalogue/promotions.tsx';
import { categories, latestMovies } from '../features/catalogue/read-titles.ts';
import { StoreButtons } from '../features/catalogue/store-buttons.tsx';
import { Head } from '../lib/head.tsx';
import { preload, readInBrowser } from '../lib/preload.ts';
import { readHint } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { subscribed } = readHint(request.headers.get('cookie') ?? '');
  const advertising = subscribed ? [] : [banners('slide'), banners('promotion')];
  await preload(context, heroFilms(), latestMovies(), categories(), ...advertising);
  return null;
}
export const clientLoader = readInBrowser;

export default function Home() {
  const t = useWords();
  return (
    <>
      <Head title="Lakou" />
      <SiteData />
      <h1 className="sr-only">{t('catalogue.home_heading')}</h1>
      <Hero />
      <div className="grid gap-16 pt-12 *:min-w-0 lg:gap-20">
        <Promotions />
        <LatestMovies />
        <BrowseCategories />
        <SubscriptionPanel />
        <StoreButtons />
      </div>
    </>
  );
}
