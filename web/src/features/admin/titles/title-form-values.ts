import type { Database } from '@lakou/contract/database-types';
import { type TranslationValues, toTranslations, toTranslationValues } from '../translation-values.ts';

type Row<Table extends 'movies' | 'series'> = Database['public']['Tables'][Table]['Row'];
export type Kind = 'movie' | 'series';
export type EditedTitle = Row<'movies'> | Row<'series'>;

/** The admin page of a title. */
export const titlePage = (kind: Kind, id: string): string =>
  kind === 'movie' ? `/admin/movies/${id}` : `/admin/series/${id}`;

/** Form values: everything typed is text until it is validated. */
export interface TitleFormValues {
  title: string;
  description: string;
  thumbnail_url: string;
  banner_url: string;
  trailer_url: string;
  release_date: string;
  genre: string;
  language: string;
  actors: string;
  /** The director of a film, the creator of a series. */
  maker: string;
  duration: string;
  published: boolean;
  /** Of a film: published when its video can be played. */
  publish_when_ready: boolean;
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
  purchase_price: string;
  rental_price: string;
  /** Local time, as `datetime-local` inputs use it. */
  publish_at: string;
  unpublish_at: string;
  title_translations: TranslationValues;
  description_translations: TranslationValues;
}

const formatNumber = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function toFormValues(title: EditedTitle | null): TitleFormValues {
  return {
    title: title?.title ?? '',
    description: title?.description ?? '',
    thumbnail_url: title?.thumbnail_url ?? '',
    banner_url: title?.banner_url ?? '',
    trailer_url: title?.trailer_url ?? '',
    release_date: title?.release_date ?? '',
    genre: title?.genre.join(', ') ?? '',
    language: title?.language ?? '',
    actors: title?.actors.join(', ') ?? '',
    maker: (title && ('director' in title ? title.director : title.creator)) ?? '',
    duration: title && 'duration' in title ? formatNumber(title.duration) : '',
    published: title?.published ?? false,
    publish_when_ready: title && 'publish_when_ready' in title ? title.publish_when_ready : false,
    is_free: title?.is_free ?? false,
    is_purchasable: title?.is_purchasable ?? false,
    is_rentable: title?.is_rentable ?? false,
    purchase_price: formatNumber(title?.purchase_price),
    rental_price: formatNumber(title?.rental_price),
    publish_at: toLocalDateTime(title?.publish_at),
    unpublish_at: toLocalDateTime(title?.unpublish_at),
    title_translations: toTranslationValues(title?.title_translations),
    description_translations: toTranslationValues(title?.description_translations),
  };
}

/** The input for the schema and the database. */
export function toTitleInput(
  kind: Kind,
  {
    maker,
    duration,
    publish_when_ready,
    publish_at,
    unpublish_at,
    title_translations,
    description_translations,
    ...rest
  }: TitleFormValues,
) {
  return {
    ...rest,
    publish_at: toIsoDateTime(publish_at),
    unpublish_at: toIsoDateTime(unpublish_at),
    title_translations: toTranslations(title_translations, rest.language),
    description_translations: toTranslations(description_translations, rest.language),
    ...(kind === 'movie' ? { director: maker, duration, publish_when_ready } : { creator: maker }),
  };
}

/** The current form values for the preview, valid or not. */
export interface TitleDraft {
  id: string;
  title: string;
  description: string | null;
  thumbnail_url: string | null;
  banner_url: string | null;
  trailer_url: string | null;
  release_date: string | null;
  genre: string[];
  language: string | null;
  actors: string[];
  maker: string | null;
  duration: number | null;
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
  purchase_price: number | null;
  rental_price: number | null;
  rating: number | null;
  review_count: number;
  rating_counts: number[];
  published: boolean;
  published_at: string;
  has_video: boolean;
  season_count: number;
  episode_count: number;
  title_translations: Partial<TranslationValues>;
  description_translations: Partial<TranslationValues>;
  sound_languages: string[];
  caption_languages: string[];
  accessibility: string[];
}

export function toTitleDraft(values: TitleFormValues, saved: EditedTitle | null): TitleDraft {
  const parseList = (text: string) => [
    ...new Set(
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ];
  const parseNumber = (text: string) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : null);
  const film = saved && 'has_video' in saved ? saved : null;
  const series = saved && 'season_count' in saved ? saved : null;
  return {
    ...values,
    id: saved?.id ?? '',
    title: values.title.trim(),
    description: values.description.trim() || null,
    thumbnail_url: values.thumbnail_url || null,
    banner_url: values.banner_url || null,
    trailer_url: values.trailer_url || null,
    release_date: values.release_date || null,
    language: values.language || null,
    maker: values.maker.trim() || null,
    genre: parseList(values.genre),
    actors: parseList(values.actors),
    duration: parseNumber(values.duration),
    purchase_price: parseNumber(values.purchase_price),
    rental_price: parseNumber(values.rental_price),
    rating: saved?.rating ?? null,
    review_count: saved?.review_count ?? 0,
    rating_counts: saved?.rating_counts ?? [],
    // As it will look when it is published.
    published: true,
    published_at: film?.published_at ?? new Date().toISOString(),
    has_video: film?.has_video ?? false,
    season_count: series?.season_count ?? 0,
    episode_count: series?.episode_count ?? 0,
    title_translations: toTranslations(values.title_translations, values.language),
    description_translations: toTranslations(values.description_translations, values.language),
    sound_languages: saved?.sound_languages ?? [],
    caption_languages: saved?.caption_languages ?? [],
    accessibility: saved?.accessibility ?? [],
  };
}

function toLocalDateTime(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a `datetime-local` input with the time zone; what is not a date stays as it is. */
export function toIsoDateTime(local: string): string {
  return local && !Number.isNaN(Date.parse(local)) ? new Date(local).toISOString() : local;
}
