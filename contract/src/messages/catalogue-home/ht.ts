import type { Translation } from '../../translate.ts';
import type { catalogueHome as english } from './en.ts';

export const catalogueHome: Translation<typeof english> = {
  // cards
  films: 'Fim',
  series: 'Seri',
  minutes: '{count} min',
  seasons: { one: '{count} sezon', other: '{count} sezon' },
  free: 'Gratis',
  premium_price: 'Premyòm {price}',
  new: 'Nouvo',
  loading_titles: 'Tit yo ap chaje',
  // samples
  sample: 'Egzanp',
  sample_notice_title: 'Sa se yon egzanp',
  sample_notice_text:
    '{title} montre ki jan yon fim parèt isit la. Ou pa ka ni gade l ni achte l. Premye fim ki pibliye ap pran plas li.',
  sample_1: 'Yon pwojektè, yon dra blan ant de pye mango, ak yon bouk ki wè tèt li pou premye fwa.',
  // actions of a title
  watch_now: 'Gade kounye a',
  watch_trailer: 'Gade bann anons lan',
  trailer_of: 'Bann anons: {title}',
  video_not_available: 'Videyo a pa disponib',
  // films
  // film
  // reviews
  // series
  // watchlist
  // search
  search: 'Rechèch',
  search_placeholder: 'Chèche fim ak seri',
  search_hint: 'Tape yon tit, yon non oswa yon mo. Aksan yo pa gen enpòtans.',
  search_results: 'Rezilta rechèch la',
  search_nothing: 'Nou pa jwenn anyen pou “{query}”',
  search_nothing_text: 'Eseye mwens lèt, oswa yon lòt fason pou ekri l.',
  search_failed: 'Rechèch la pa reponn',
  search_offline: 'Ou pa gen koneksyon. Rechèch la bezwen rezo a.',
  search_found: { one: '{count} rezilta', other: '{count} rezilta' },
  search_topics: 'Diskisyon',
  // home and categories
  home_heading: 'Lakou: fim ak seri ayisyen',
  featured: 'An vedèt',
  watch: 'Gade',
  details: 'Detay',
  featured_promotions: 'Pa rate sa',
  latest_movies: 'Dènye fim yo',
  featured_films: 'Fim an vedèt',
  all_films: 'Tout fim yo',
  browse_categories: 'Gade pa kategori',
  all_categories: 'Tout kategori yo',
  subscription_heading: 'Tout lakou a, chak swa',
  subscription_text: 'Yon sèl abònman ba ou tout fim ak tout seri.',
  per_month: 'pa mwa',
  full_hd: 'Videyo Full HD',
  unlimited_access: 'Aksè san limit',
  no_ads: 'San piblisite',
  app_heading: 'Lakou nan pòch ou',
  app_text: 'Nan taptap, sou galri a, lwen lakay: fim yo mache avè w.',
  store_apple: 'Telechaje nan App Store',
  store_google: 'Disponib sou Google Play',
  install_app: 'Enstale aplikasyon an',
  loading_categories: 'Kategori yo ap chaje',
  // what a title costs this viewer
  yours: 'Pou ou',
  included: 'Ladan l',
  rent_price: 'Lwe {price}',
  buy_price: 'Achte {price}',
  subscription: 'Abònman',
  hours: '{hours} h',
  hours_minutes: '{hours} h {minutes} min',
  preview_of: 'Sou {title}',
  from_per_hour: 'apati {amount} MB pa èdtan',
  needs_data: 'Li mande {amount} MB done oswa plis',
  needs_data_price: 'Li mande {amount} MB done oswa plis, anviwon {price}',
  // lists with filters
  // rows
  // more on a title
  // sou wout pou yon tit
  // translations
  continue_watching: 'Kontinye gade',
  episode_short: 'S{season} E{number}',
  time_left: '{time} ki rete',
  continue_title: 'Kontinye {title}',
  remove_from_row: 'Retire {title} nan ranje sa a',
  latest_topics: 'Dènye diskisyon sou fowòm nan',
};
