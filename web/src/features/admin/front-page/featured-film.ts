import type { Database } from '@lakou/contract/database-types';

export type Featured = Pick<
  Database['public']['Tables']['featured_films']['Row'],
  | 'id'
  | 'title'
  | 'description'
  | 'banner_url'
  | 'trailer_url'
  | 'rating'
  | 'release_year'
  | 'duration'
  | 'genre'
  | 'is_premium'
  | 'active'
  | 'movie_id'
  | 'series_id'
>;

/** Form values: everything is text until it is saved. */
export interface FeaturedForm {
  title: string;
  description: string;
  trailer_url: string;
  rating: string;
  release_year: string;
  duration: string;
  genre: string;
  is_premium: boolean;
  /** `movie:{id}` or `series:{id}`: the target of Watch and Details. */
  leads_to: string;
}

export const emptyFeatured = (): FeaturedForm => ({
  title: '',
  description: '',
  trailer_url: '',
  rating: '',
  release_year: String(new Date().getFullYear()),
  duration: '',
  genre: '',
  is_premium: false,
  leads_to: '',
});

export function toFeaturedForm(film: Featured): FeaturedForm {
  return {
    title: film.title,
    description: film.description ?? '',
    trailer_url: film.trailer_url ?? '',
    rating: film.rating === null ? '' : String(film.rating),
    release_year: String(film.release_year),
    duration: film.duration ?? '',
    genre: film.genre.join(', '),
    is_premium: film.is_premium,
    leads_to: film.movie_id ? `movie:${film.movie_id}` : film.series_id ? `series:${film.series_id}` : '',
  };
}

/** Error keys by field; empty if the form is valid. */
export function checkFeatured(
  form: FeaturedForm,
): Partial<Record<keyof FeaturedForm, 'rating_range' | 'year_invalid'>> {
  const rating = Number(form.rating);
  const year = Number(form.release_year);
  return {
    ...(form.rating !== '' && !(rating >= 0 && rating <= 5) ? { rating: 'rating_range' } : {}),
    ...(form.release_year !== '' && !(Number.isInteger(year) && year >= 1890 && year <= 2200)
      ? { release_year: 'year_invalid' }
      : {}),
  };
}

/** The columns to save. */
export function featuredRow(form: FeaturedForm) {
  const [kind, id = ''] = form.leads_to.split(':');
  return {
    title: form.title.trim() || 'Untitled Film',
    description: form.description.trim() || null,
    trailer_url: form.trailer_url.trim() || null,
    rating: form.rating === '' ? null : Math.round(Number(form.rating) * 10) / 10,
    release_year: Number(form.release_year) || new Date().getFullYear(),
    duration: form.duration.trim() || null,
    genre: form.genre
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
    is_premium: form.is_premium,
    movie_id: kind === 'movie' ? id : null,
    series_id: kind === 'series' ? id : null,
  };
}
