import type { Translation } from '../../translate.ts';
import type { catalogueHome as english } from './en.ts';

export const catalogueHome: Translation<typeof english> = {
  // cards
  films: 'Películas',
  series: 'Series',
  minutes: '{count} min',
  seasons: { one: '{count} temporada', other: '{count} temporadas' },
  free: 'Gratis',
  premium_price: 'Premium {price}',
  new: 'Nuevo',
  loading_titles: 'Cargando títulos',
  // samples
  sample: 'Muestra',
  sample_notice_title: 'Esto es una muestra',
  sample_notice_text:
    '{title} muestra cómo se ve aquí una película. No se puede ver ni comprar. La primera película publicada ocupará su lugar.',
  sample_1:
    'Un proyector, una sábana blanca entre dos matas de mango y un pueblo que se ve a sí mismo por primera vez.',
  // actions of a title
  watch_now: 'Ver ahora',
  watch_trailer: 'Ver tráiler',
  trailer_of: 'Tráiler: {title}',
  video_not_available: 'Video no disponible',
  // films
  // film
  // reviews
  // series
  // watchlist
  // search
  search: 'Buscar',
  search_placeholder: 'Buscar películas y series',
  search_hint: 'Escribe un título, un nombre o una palabra. Los acentos no importan.',
  search_results: 'Resultados de la búsqueda',
  search_nothing: 'No se encontró nada para “{query}”',
  search_nothing_text: 'Prueba con menos letras o con otra ortografía.',
  search_failed: 'La búsqueda no respondió',
  search_offline: 'No tienes conexión. La búsqueda necesita la red.',
  search_found: { one: '{count} resultado', other: '{count} resultados' },
  search_topics: 'Temas',
  // home and categories
  home_heading: 'Lakou: películas y series de Haití',
  featured: 'Destacado',
  watch: 'Ver',
  details: 'Detalles',
  featured_promotions: 'Promociones destacadas',
  latest_movies: 'Últimas películas',
  featured_films: 'Películas destacadas',
  all_films: 'Todas las películas',
  browse_categories: 'Explorar por categoría',
  all_categories: 'Todas las categorías',
  subscription_heading: 'Todo el patio, cada noche',
  subscription_text: 'Una sola suscripción te da todas las películas y todas las series.',
  per_month: 'al mes',
  full_hd: 'Video en Full HD',
  unlimited_access: 'Acceso ilimitado',
  no_ads: 'Sin anuncios',
  app_heading: 'Lakou en tu bolsillo',
  app_text: 'En la guagua, en la galería, lejos de casa: las películas van contigo.',
  store_apple: 'Descargar en el App Store',
  store_google: 'Disponible en Google Play',
  install_app: 'Instalar la aplicación',
  loading_categories: 'Cargando categorías',
  yours: 'Tuya',
  included: 'Incluida',
  rent_price: 'Alquilar {price}',
  buy_price: 'Comprar {price}',
  subscription: 'Suscripción',
  hours: '{hours} h',
  hours_minutes: '{hours} h {minutes} min',
  preview_of: 'Acerca de {title}',
  from_per_hour: 'desde {amount} MB por hora',
  needs_data: 'Necesita {amount} MB de datos o más',
  needs_data_price: 'Necesita {amount} MB de datos o más, unos {price}',
  // translations
  continue_watching: 'Seguir viendo',
  episode_short: 'T{season} E{number}',
  time_left: 'quedan {time}',
  continue_title: 'Continuar {title}',
  remove_from_row: 'Quitar {title} de esta fila',
  latest_topics: 'Lo último del foro',
};
