import { FILM_LANGUAGES } from '@lakou/contract/admin/limits';
import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import type { MessageKey } from '@lakou/contract/translate';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { GenrePicker } from './genre-picker.tsx';
import { PictureField } from './picture-field.tsx';
import { type Kind, type TitleFormValues, titlePage } from './title-form-values.ts';
import { TitleTranslations } from './title-translations.tsx';

type TextName = Exclude<
  keyof TitleFormValues,
  | 'published'
  | 'publish_when_ready'
  | 'is_free'
  | 'is_purchasable'
  | 'is_rentable'
  | 'thumbnail_url'
  | 'banner_url'
  | 'trailer_url'
  | 'language'
  | 'genre'
  | 'title_translations'
  | 'description_translations'
>;

interface TitleFieldsProps {
  kind: Kind;
  form: UseFormReturn<TitleFormValues>;
  id: string;
  /** A film's video can be played; always true for a series. */
  hasVideo: boolean;
}

/** The fields of the form of a film or series. */
export function TitleFields({ kind, form, id, hasVideo }: TitleFieldsProps) {
  const t = useTranslations();
  const errorOf = useFieldError();
  const { errors } = form.formState;
  const text = (name: TextName, label: MessageKey, props: Record<string, unknown> = {}) => (
    <Field label={t(label)} error={errorOf(errors[name])} required={name === 'title'}>
      {(control) =>
        name === 'description' ? (
          <Textarea rows={5} {...control} {...form.register(name)} />
        ) : (
          <Input {...control} {...form.register(name)} {...props} />
        )
      }
    </Field>
  );
  const owner = { id, title: form.watch('title'), page: titlePage(kind, id) };
  const picture = (name: 'thumbnail_url' | 'banner_url' | 'trailer_url', label: MessageKey) => (
    <PictureField
      owner={owner}
      field={name}
      label={t(label)}
      kind={name === 'trailer_url' ? 'video' : 'image'}
      folder={name === 'thumbnail_url' ? 'posters/' : name === 'banner_url' ? 'banners/' : 'trailers/'}
      value={form.watch(name)}
      error={errorOf(errors[name])}
      hold={form.formState.isSubmitting}
      onChange={(url) => form.setValue(name, url, { shouldDirty: true })}
    />
  );
  const price = { type: 'number', min: 0, step: 0.01, inputMode: 'decimal' };
  return (
    <div className="grid gap-6">
      {text('title', 'admin.title', { maxLength: TITLE_MAX })}
      {text('description', 'admin.description')}
      <TitleTranslations form={form} />
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {text('maker', kind === 'movie' ? 'admin.director' : 'admin.creator')}
        {text('actors', 'admin.cast')}
        <Field label={t('admin.language')} error={errorOf(errors.language)}>
          {(control) => (
            <Select {...control} {...form.register('language')}>
              <option value="">{t('admin.language_unknown')}</option>
              {FILM_LANGUAGES.map((language) => (
                <option key={language} value={language}>
                  {t(`admin.language_${language}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {text('release_date', 'admin.release_date', { type: 'date' })}
        {kind === 'movie' &&
          text('duration', 'admin.minutes', { type: 'number', min: 1, step: 1, inputMode: 'numeric' })}
        <GenrePicker
          value={form.watch('genre')}
          onChange={(genre) => form.setValue('genre', genre, { shouldDirty: true })}
          error={errorOf(errors.genre)}
        />
      </div>
      <div className="grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {picture('thumbnail_url', 'admin.poster')}
        {picture('banner_url', 'admin.banner')}
        {picture('trailer_url', 'admin.trailer')}
      </div>
      <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-m border border-line p-5">
        <legend className="px-2 font-semibold">{t('admin.availability')}</legend>
        <div className="grid gap-x-6 sm:grid-cols-3">
          <Switch label={t('admin.is_free')} {...form.register('is_free')} />
          <Switch label={t('admin.is_purchasable')} {...form.register('is_purchasable')} />
          <Switch label={t('admin.is_rentable')} {...form.register('is_rentable')} />
        </div>
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {text('purchase_price', 'admin.purchase_price', price)}
          {text('rental_price', 'admin.rental_price', price)}
        </div>
        <p className="text-sm text-soft">{t('admin.prices_hint')}</p>
      </fieldset>
      <fieldset className="grid min-w-0 grid-cols-1 gap-4 rounded-m border border-line p-5">
        <legend className="px-2 font-semibold">{t('admin.release_window')}</legend>
        <Switch
          label={t('admin.published')}
          hint={t(hasVideo ? 'admin.published_hint' : 'admin.published_without_video')}
          {...form.register('published')}
        />
        {!hasVideo && (
          <Switch
            label={t('admin.publish_when_ready')}
            hint={t('admin.publish_when_ready_hint')}
            {...form.register('publish_when_ready')}
          />
        )}
        <div className="grid items-start gap-6 sm:grid-cols-2">
          {text('publish_at', 'admin.publish_at', { type: 'datetime-local' })}
          {text('unpublish_at', 'admin.unpublish_at', { type: 'datetime-local' })}
        </div>
      </fieldset>
    </div>
  );
}
