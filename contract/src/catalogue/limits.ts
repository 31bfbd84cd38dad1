/** Keep equal to the check constraints of the catalogue migration; supabase/tests compares them. */
export const TITLE_MAX = 200;
export const REVIEW_MAX = 5000;
export const RATING_MIN = 1;
export const RATING_MAX = 5;

/** Characters of a search text beyond this are ignored. Keep equal to search() and list_titles(). */
export const SEARCH_MAX = 100;
export const GENRE_MAX = 60;
/** Results per group (films, series, topics) of a search: default and maximum. */
export const SEARCH_EACH = 5;
export const SEARCH_EACH_MAX = 20;
export const TITLES_PER_PAGE = 24;
export const PAGE_SIZE_MAX = 100;
/** A filtered list of titles is counted and paged up to this many matches. */
export const MATCHES_MAX = 480;

/** Similar titles shown with a title, and how many are kept because some may be unpublished meanwhile. */
export const SIMILAR_SHOWN = 12;
export const SIMILAR_KEPT = 18;
/** Titles on the page of a person. */
export const PERSON_TITLES_MAX = 48;
