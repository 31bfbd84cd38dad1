/** The texts of the catalogue that home shows at once. The others are in `catalogue`: see docs/decisions/0116. */
export const catalogueHome = {
  // cards
  films: 'Films',
  series: 'Series',
  minutes: '{count} min',
  seasons: { one: '{count} season', other: '{count} seasons' },
  free: 'Free',
  premium_price: 'Premium {price}',
  new: 'New',
  loading_titles: 'Loading titles',
  // samples
  sample: 'Sample',
  sample_notice_title: 'This is a sample',
  sample_notice_text:
    '{title} shows how a film looks here. It cannot be watched or bought. The first published film takes its place.',
  sample_1:
    'A projector, a white sheet between two mango trees, and a village that sees itself for the first time.',
  // actions of a title
  watch_now: 'Watch Now',
  watch_trailer: 'Watch Trailer',
  trailer_of: 'Trailer: {title}',
  video_not_available: 'Video not available',
  // films
  // film
  // reviews
  // series
  // watchlist
  // search
  search: 'Search',
  search_placeholder: 'Search for films and series',
  search_hint: 'Type a title, a name or a word. Accents do not matter.',
  search_results: 'Search results',
  search_nothing: 'Nothing found for “{query}”',
  search_nothing_text: 'Try fewer letters, or another spelling.',
  search_failed: 'The search did not answer',
  search_offline: 'You are offline. The search needs the network.',
  search_found: { one: '{count} result', other: '{count} results' },
  search_topics: 'Topics',
  // home and categories
  home_heading: 'Lakou: Haitian films and series',
  featured: 'Featured',
  watch: 'Watch',
  details: 'Details',
  featured_promotions: 'Featured Promotions',
  latest_movies: 'Latest Movies',
  featured_films: 'Featured Films',
  all_films: 'All films',
  browse_categories: 'Browse Categories',
  all_categories: 'All categories',
  subscription_heading: 'The whole yard, every evening',
  subscription_text: 'One subscription opens every film and every series.',
  per_month: 'per month',
  full_hd: 'Full HD Streaming',
  unlimited_access: 'Unlimited Access',
  no_ads: 'No Ads',
  app_heading: 'Lakou in your pocket',
  app_text: 'On the bus, on the porch, far from home: the films come along.',
  store_apple: 'Download on the App Store',
  store_google: 'Get it on Google Play',
  install_app: 'Install app',
  loading_categories: 'Loading categories',
  // what a title costs this viewer
  yours: 'Yours',
  included: 'Included',
  rent_price: 'Rent {price}',
  buy_price: 'Buy {price}',
  subscription: 'Subscription',
  hours: '{hours} h',
  hours_minutes: '{hours} h {minutes} min',
  preview_of: 'About {title}',
  from_per_hour: 'from {amount} MB per hour',
  needs_data: 'Needs {amount} MB of data or more',
  needs_data_price: 'Needs {amount} MB of data or more, about {price}',
  // lists with filters
  // rows
  // more on a title
  // on the way to a title
  // translations
  continue_watching: 'Continue watching',
  episode_short: 'S{season} E{number}',
  time_left: '{time} left',
  continue_title: 'Continue {title}',
  remove_from_row: 'Remove {title} from this row',
  latest_topics: 'Latest from the forum',
} as const;
