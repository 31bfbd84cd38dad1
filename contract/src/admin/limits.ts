/** Keep equal to the check constraints of the catalogue migration; supabase/tests compares them. */
export const DESCRIPTION_MAX = 10_000;
export const NAME_MAX = 200;
export const GENRES_MAX = 10;
export const ACTORS_MAX = 100;
export const PRICE_MAX = 9999.99;
export const MINUTES_MAX = 1440;
export const CATEGORY_NAME_MAX = 60;
export const CATEGORY_TEXT_MAX = 1000;
/** How many rows beyond the previous page a search or filter counts. Keep equal to private.counted_ahead(). */
export const COUNTED_AHEAD = 75;
/** Keep equal to public.edit_titles(). */
export const BULK_EDIT_MAX = 100;
/** Keep equal to public.statistics(). */
export const STATISTICS_DAYS_MAX = 400;
export const REASON_MAX = 500;
/** Characters of the code that makes the first admin, about 68 random bits. */
export const SETUP_CODE_LENGTH = 16;

/** Languages that a film can be in. Keep equal to the check constraint language_known. */
export const FILM_LANGUAGES = ['ht', 'fr', 'en', 'es'] as const;

/** Keep equal to public.saved_filters. */
export const FILTER_NAME_MAX = 60;
export const SAVED_LISTS = ['movies', 'series', 'users', 'subscriptions', 'messages', 'audit'] as const;
export type SavedList = (typeof SAVED_LISTS)[number];

/** Rows of the front page. Keep equal to public.front_page_rows and public.save_front_page(). */
export const ROWS_MAX = 12;
export const ROW_TITLES_MAX = 24;
export const ROW_NAME_MAX = 60;
export const ROW_PLACES = ['home', 'films'] as const;
export type RowPlace = (typeof ROW_PLACES)[number];
export const ROW_KINDS = ['chosen', 'category', 'rule'] as const;
export const ROW_RULES = ['free', 'newest', 'best', 'short', 'small', 'ending', 'series'] as const;
export type RowRule = (typeof ROW_RULES)[number];
