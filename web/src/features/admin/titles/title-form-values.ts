import type { Database } from '@lakou/contract/database-types';

type Row<Table extends 'movies' | 'series'> = Database['public']['Tables'][Table]['Row'];
export type Kind = 'movie' | 'series';
export type EditedTitle = Row<'movies'> | Row<'series'>;

/** As the form holds it: what people type is text until it is checked. */
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
  is_free: boolean;
  is_purchasable: boolean;
  is_rentable: boolean;
  purchase_price: string;
  rental_price: string;
  /** As a `datetime-local` field has them: the clock of whoever types. */
  publish_at: string;
  unpublish_at: string;
}

const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

export function valuesOf(title: EditedTitle | null): TitleFormValues {
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
    duration: title && 'duration' in title ? number(title.duration) : '',
    published: title?.published ?? false,
    is_free: title?.is_free ?? false,
    is_purchasable: title?.is_purchasable ?? false,
    is_rentable: title?.is_rentable ?? false,
    purchase_price: number(title?.purchase_price),
    rental_price: number(title?.rental_price),
    publish_at: localMoment(title?.publish_at),
    unpublish_at: localMoment(title?.unpublish_at),
  };
}

/** What the schema checks and the database gets. */
export function inputOf(kind: Kind, { maker, duration, publish_at, unpublish_at, ...rest }: TitleFormValues) {
  return {
    ...rest,
    publish_at: moment(publish_at),
    unpublish_at: moment(unpublish_at),
    ...(kind === 'movie' ? { director: maker, duration } : { creator: maker }),
  };
}

function localMoment(iso: string | null | undefined): string {
  if (!iso) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function moment(local: string): string {
  return local && !Number.isNaN(Date.parse(local)) ? new Date(local).toISOString() : local;
}
