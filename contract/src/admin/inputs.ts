import { SEARCH_MAX, TITLE_MAX } from '../catalogue/limits.ts';
import { LANGUAGES } from '../languages.ts';
import { z } from '../zod.ts';
import {
  ACTORS_MAX,
  CATEGORY_NAME_MAX,
  CATEGORY_TEXT_MAX,
  DESCRIPTION_MAX,
  FILM_LANGUAGES,
  FILTER_NAME_MAX,
  GENRES_MAX,
  MINUTES_MAX,
  NAME_MAX,
  PRICE_MAX,
  SAVED_LISTS,
} from './limits.ts';

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'text_too_long')
    .nullish()
    .transform((text) => text || null);
/** An empty field means that there is no price of its own. */
const price = z.preprocess(
  (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
  z
    .number('price_invalid')
    .min(0, 'price_invalid')
    .max(PRICE_MAX, 'price_invalid')
    .multipleOf(0.01, 'price_invalid')
    .nullable(),
);
const minutes = z.preprocess(
  (value) => (value === '' || value === undefined ? null : typeof value === 'string' ? Number(value) : value),
  z.int('duration_invalid').min(1, 'duration_invalid').max(MINUTES_MAX, 'duration_invalid').nullable(),
);
const day = z.preprocess((value) => value || null, z.iso.date('date_invalid').nullable());
const moment = z.preprocess(
  (value) => value || null,
  z.iso.datetime({ offset: true, error: 'date_invalid' }).nullable(),
);
/** As people type it, with commas between; or as the database keeps it. */
const commaList = (most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : (value ?? [])),
    z
      .array(z.string().trim().max(NAME_MAX, 'text_too_long'))
      .transform((list) => [...new Set(list.filter(Boolean))])
      .pipe(z.array(z.string()).max(most, 'too_many_entries')),
  );

/** A path of ours; a whole address of our public storage loses its host in the database (private.strip_host). */
const pictureAddress = optionalText(2000).refine(
  (value) => !value || /^\/([^/\\\s][^\\\s]*)?$|^https?:\/\/[^/]+\/storage\/v1\/object\/public\//.test(value),
  'picture_not_ours',
);

/** Texts by language; empty ones are left out. */
const translations = (max: number) =>
  z
    .partialRecord(z.enum(LANGUAGES), z.string().trim().max(max, 'text_too_long'))
    .default({})
    .transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text)));

const everyTitle = {
  title: z.string().trim().min(1, 'title_required').max(TITLE_MAX, 'text_too_long'),
  description: optionalText(DESCRIPTION_MAX),
  thumbnail_url: pictureAddress,
  banner_url: pictureAddress,
  trailer_url: optionalText(2000),
  release_date: day,
  genre: commaList(GENRES_MAX),
  language: z.preprocess((value) => value || null, z.enum(FILM_LANGUAGES).nullable()),
  actors: commaList(ACTORS_MAX),
  published: z.boolean().default(false),
  is_free: z.boolean().default(false),
  is_purchasable: z.boolean().default(false),
  is_rentable: z.boolean().default(false),
  purchase_price: price,
  rental_price: price,
  publish_at: moment,
  unpublish_at: moment,
  title_translations: translations(TITLE_MAX),
  description_translations: translations(DESCRIPTION_MAX),
};
const windowInOrder = ({
  publish_at,
  unpublish_at,
}: {
  publish_at?: string | null | undefined;
  unpublish_at?: string | null | undefined;
}) => !publish_at || !unpublish_at || Date.parse(publish_at) < Date.parse(unpublish_at);
const windowError = { path: ['unpublish_at'], error: 'window_reversed' };

export const movieInput = z
  .object({
    ...everyTitle,
    director: optionalText(NAME_MAX),
    duration: minutes,
    publish_when_ready: z.boolean().default(false),
  })
  .refine(windowInOrder, windowError);
export type MovieInput = z.infer<typeof movieInput>;

export const seriesInput = z
  .object({ ...everyTitle, creator: optionalText(NAME_MAX) })
  .refine(windowInOrder, windowError);
export type SeriesInput = z.infer<typeof seriesInput>;

const yesOrNo = z.enum(['yes', 'no']).transform((answer) => answer === 'yes');
/** What edit_titles() changes in many titles. An empty field leaves each title as it is. */
export const bulkEditInput = z.preprocess(
  (fields) => Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== '')),
  z
    .object({
      published: yesOrNo,
      publish_at: moment,
      unpublish_at: moment,
      is_free: yesOrNo,
      is_purchasable: yesOrNo,
      is_rentable: yesOrNo,
      purchase_price: price,
      rental_price: price,
      add_category: z.string(),
      remove_category: z.string(),
      featured: yesOrNo,
    })
    .partial()
    .refine(windowInOrder, windowError),
);
export type BulkEditInput = z.infer<typeof bulkEditInput>;

export const episodeInput = z.object({
  season_number: z.coerce
    .number()
    .pipe(z.int('number_invalid').min(0, 'number_invalid').max(200, 'number_invalid')),
  episode_number: z.coerce
    .number()
    .pipe(z.int('number_invalid').min(0, 'number_invalid').max(5000, 'number_invalid')),
  title: z.string().trim().min(1, 'title_required').max(TITLE_MAX, 'text_too_long'),
  description: optionalText(DESCRIPTION_MAX),
  title_translations: translations(TITLE_MAX),
  description_translations: translations(DESCRIPTION_MAX),
  thumbnail_url: pictureAddress,
  duration: minutes,
  is_free: z.boolean().default(false),
});
export type EpisodeInput = z.infer<typeof episodeInput>;

export const categoryInput = z.object({
  name: z.string().trim().min(1, 'category_name_required').max(CATEGORY_NAME_MAX, 'text_too_long'),
  description: optionalText(CATEGORY_TEXT_MAX),
  name_translations: translations(CATEGORY_NAME_MAX),
  description_translations: translations(CATEGORY_TEXT_MAX),
});
export type CategoryInput = z.infer<typeof categoryInput>;

const listKey = z.string().regex(/^[a-z_]{0,40}$/);
/** A filter that staff keep. A search among people is not kept. */
export const savedFilterInput = z
  .object({
    list: z.enum(SAVED_LISTS),
    name: z.string().trim().min(1, 'category_name_required').max(FILTER_NAME_MAX, 'text_too_long'),
    search: z.string().trim().max(SEARCH_MAX, 'text_too_long'),
    filter: listKey,
    sort: listKey,
  })
  .transform((input) => (['movies', 'series'].includes(input.list) ? input : { ...input, search: '' }));
