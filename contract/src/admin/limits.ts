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
/** Keep equal to public.statistics(). */
export const STATISTICS_DAYS_MAX = 400;
export const REASON_MAX = 500;
/** Characters of the code that makes the first admin, about 68 random bits. */
export const SETUP_CODE_LENGTH = 16;

/** Languages that a film can be in. Keep equal to the check constraint language_known. */
export const FILM_LANGUAGES = ['ht', 'fr', 'en', 'es'] as const;
