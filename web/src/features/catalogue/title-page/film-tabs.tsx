import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#ui/tabs.tsx';
import type { Film } from '../read-titles.ts';
import { Reviews } from '../reviews/reviews.tsx';
import type { Viewer } from '../viewer.ts';
import { FilmAbout } from './film-about.tsx';

export function FilmTabs({ film, viewer }: { film: Film; viewer: Viewer | undefined }) {
  const t = useTranslations();
  const [tab, setTab] = useState('about');
  return (
    <Tabs value={tab} onValueChange={setTab} className="page-width py-8">
      <TabList label={t('catalogue.film_details')}>
        <Tab value="about">{t('catalogue.about')}</Tab>
        <Tab value="reviews">{t('catalogue.reviews_count', { count: film.review_count })}</Tab>
      </TabList>
      <TabPanel value="about">
        <FilmAbout film={film} />
      </TabPanel>
      <TabPanel value="reviews" keepMounted data-below>
        <Reviews kind="movie" title={film} viewer={viewer} isOpen={tab === 'reviews'} />
      </TabPanel>
    </Tabs>
  );
}
