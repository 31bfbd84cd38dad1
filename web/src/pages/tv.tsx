import { lazy, Suspense, useEffect } from 'react';
import { type LoaderFunctionArgs, useNavigate } from 'react-router';
import { LatestMovies } from '#features/catalogue/home/home-latest.tsx';
import { TelevisionTiles } from '#features/catalogue/home/television-tiles.tsx';
import { latestMovies } from '#features/catalogue/read-titles.ts';
import { ContinueWatching } from '#features/playback/progress/continue-watching.tsx';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { chooseLayout, useTelevisionLayout } from '#lib/television/layout.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { Button } from '#ui/button.tsx';

const HomeLaterRows = lazy(() => import('./home-later-rows.tsx'));

export async function loader({ context }: LoaderFunctionArgs) {
  await preload(context, latestMovies());
  return null;
}
export const clientLoader = readInBrowser;

/** The start page of televisions. Opening it chooses their layout for this browser. */
export default function Television() {
  const t = useTranslations();
  const navigate = useNavigate();
  const isTelevision = useTelevisionLayout();
  useEffect(() => chooseLayout('tv'), []);
  return (
    <>
      <Head title={t('shell.television')} hidden />
      <h1 className="sr-only">{t('shell.television')}</h1>
      <div className="grid gap-12 pt-8 *:min-w-0">
        <TelevisionTiles />
        <ContinueWatching expected={false} />
        <LatestMovies />
        <WhenNear className="grid min-h-screen gap-12 *:min-w-0">
          <Suspense>
            <HomeLaterRows />
          </Suspense>
        </WhenNear>
        {isTelevision && (
          <div className="page-width">
            <Button
              variant="outline"
              onClick={() => {
                chooseLayout('window');
                void navigate('/');
              }}
            >
              {t('shell.leave_television')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
