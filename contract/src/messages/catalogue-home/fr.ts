import type { Translation } from '../../translate.ts';
import type { catalogueHome as english } from './en.ts';

export const catalogueHome: Translation<typeof english> = {
  // cards
  films: 'Films',
  series: 'Séries',
  minutes: '{count} min',
  seasons: { one: '{count} saison', other: '{count} saisons' },
  free: 'Gratuit',
  premium_price: 'Premium {price}',
  new: 'Nouveau',
  loading_titles: 'Chargement des titres',
  // samples
  sample: 'Exemple',
  sample_notice_title: 'Ceci est un exemple',
  sample_notice_text:
    '{title} montre à quoi ressemble un film ici. Il ne peut être ni regardé ni acheté. Le premier film publié prendra sa place.',
  sample_1:
    'Un projecteur, un drap blanc entre deux manguiers, et un village qui se voit pour la première fois.',
  // actions of a title
  watch_now: 'Regarder',
  watch_trailer: 'Voir la bande-annonce',
  trailer_of: 'Bande-annonce : {title}',
  video_not_available: 'Vidéo non disponible',
  // films
  // film
  // reviews
  // series
  // watchlist
  // search
  search: 'Recherche',
  search_placeholder: 'Chercher un film ou une série',
  search_hint: 'Tapez un titre, un nom ou un mot. Les accents ne comptent pas.',
  search_results: 'Résultats de la recherche',
  search_nothing: 'Aucun résultat pour « {query} »',
  search_nothing_text: 'Essayez moins de lettres, ou une autre orthographe.',
  search_failed: 'La recherche n’a pas répondu',
  search_offline: 'Vous êtes hors ligne. La recherche a besoin du réseau.',
  search_found: { one: '{count} résultat', other: '{count} résultats' },
  search_topics: 'Discussions',
  // home and categories
  home_heading: 'Lakou : films et séries d’Haïti',
  featured: 'À la une',
  watch: 'Regarder',
  details: 'Détails',
  featured_promotions: 'À ne pas manquer',
  latest_movies: 'Derniers films',
  featured_films: 'Films à la une',
  all_films: 'Tous les films',
  browse_categories: 'Parcourir les catégories',
  all_categories: 'Toutes les catégories',
  subscription_heading: 'Toute la cour, tous les soirs',
  subscription_text: 'Un abonnement donne accès à tous les films et à toutes les séries.',
  per_month: 'par mois',
  full_hd: 'Vidéo en Full HD',
  unlimited_access: 'Accès illimité',
  no_ads: 'Sans publicité',
  app_heading: 'Lakou dans la poche',
  app_text: 'Dans le bus, sur la galerie, loin du pays : les films vous suivent.',
  store_apple: 'Télécharger dans l’App Store',
  store_google: 'Disponible sur Google Play',
  install_app: 'Installer l’application',
  loading_categories: 'Chargement des catégories',
  // what a title costs this viewer
  yours: 'À vous',
  included: 'Inclus',
  rent_price: 'Location {price}',
  buy_price: 'Achat {price}',
  subscription: 'Abonnement',
  hours: '{hours} h',
  hours_minutes: '{hours} h {minutes} min',
  preview_of: 'À propos de {title}',
  from_per_hour: 'à partir de {amount} Mo par heure',
  needs_data: 'Il faut au moins {amount} Mo de données',
  needs_data_price: 'Il faut au moins {amount} Mo de données, environ {price}',
  // lists with filters
  // rows
  // more on a title
  // en route vers un titre
  // translations
  continue_watching: 'Reprendre la lecture',
  episode_short: 'S{season} E{number}',
  time_left: 'encore {time}',
  continue_title: 'Reprendre {title}',
  remove_from_row: 'Retirer {title} de cette rangée',
  latest_topics: 'Dernières discussions du forum',
};
