import type { EpisodeInput } from '@lakou/contract/admin/inputs';
import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import type { Json } from '@lakou/contract/database-types';
import type { MessageKey } from '@lakou/contract/translate';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useFormUploads } from '../media/use-field-upload.ts';
import { type TranslationValues, toTranslationValues } from '../translation-values.ts';
import { PictureField } from './picture-field.tsx';
import { TitleTranslations } from './title-translations.tsx';

interface EpisodeForm {
  season_number: string;
  episode_number: string;
  title: string;
  description: string;
  title_translations: TranslationValues;
  description_translations: TranslationValues;
  thumbnail_url: string;
  duration: string;
  is_free: boolean;
}

interface EpisodeDialogProps {
  series_id: string;
  episode: {
    id: string;
    season_number: number;
    episode_number: number;
    title: string;
    description: string | null;
    title_translations: Json;
    description_translations: Json;
    thumbnail_url: string | null;
    duration: number | null;
    is_free: boolean;
  } | null;
  /** Season and number of a new episode. */
  next: { season: number; episode: number };
  busy: boolean;
  onClose: () => void;
  onSave: (values: EpisodeInput & { id: string }) => void;
}

const resolver = checkWith<EpisodeForm>(() =>
  import('@lakou/contract/admin/inputs').then((m) => m.episodeInput as never),
);

export function EpisodeDialog({ series_id, episode, next, busy, onClose, onSave }: EpisodeDialogProps) {
  const t = useTranslations();
  const errorOf = useFieldError();
  const [id] = useState(() => episode?.id ?? crypto.randomUUID());
  const sending = useFormUploads(id, episode !== null || busy);
  const form = useForm<EpisodeForm>({
    resolver,
    defaultValues: {
      season_number: String(episode?.season_number ?? next.season),
      episode_number: String(episode?.episode_number ?? next.episode),
      title: episode?.title ?? '',
      description: episode?.description ?? '',
      title_translations: toTranslationValues(episode?.title_translations),
      description_translations: toTranslationValues(episode?.description_translations),
      thumbnail_url: episode?.thumbnail_url ?? '',
      duration: episode?.duration ? String(episode.duration) : '',
      is_free: episode?.is_free ?? false,
    },
  });
  const { errors, isDirty } = form.formState;
  const text = (
    name: Exclude<
      keyof EpisodeForm,
      'is_free' | 'thumbnail_url' | 'title_translations' | 'description_translations'
    >,
    label: MessageKey,
    props: object = {},
  ) => (
    <Field label={t(label)} error={errorOf(errors[name])} required={name === 'title'}>
      {(control) =>
        name === 'description' ? (
          <Textarea {...control} {...form.register(name)} />
        ) : (
          <Input {...control} {...form.register(name)} {...props} />
        )
      }
    </Field>
  );
  return (
    <FormDialog open dirty={isDirty || (!episode && sending > 0)} onClose={onClose}>
      <DialogContent
        title={t(episode ? 'admin.edit_episode' : 'admin.add_episode')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="episode" busy={busy}>
              {t('admin.save')}
            </Button>
          </>
        }
      >
        <LiveForm
          id="episode"
          onSubmit={(event) => {
            event.preventDefault();
            // The resolver returns the parsed output of the schema.
            if (!busy)
              void form.handleSubmit((values) => onSave({ ...(values as unknown as EpisodeInput), id }))();
          }}
          className="grid gap-5"
        >
          <div className="grid items-start gap-5 sm:grid-cols-3">
            {text('season_number', 'admin.season_number', { type: 'number', min: 0, inputMode: 'numeric' })}
            {text('episode_number', 'admin.episode_number', { type: 'number', min: 0, inputMode: 'numeric' })}
            {text('duration', 'admin.minutes', { type: 'number', min: 1, inputMode: 'numeric' })}
          </div>
          {text('title', 'admin.title', { maxLength: TITLE_MAX })}
          {text('description', 'admin.description')}
          <TitleTranslations form={form as never} />
          <PictureField
            owner={{ id, title: form.watch('title'), page: `/admin/series/${series_id}` }}
            field="thumbnail_url"
            hold={busy}
            label={t('admin.picture')}
            kind="image"
            folder="episodes/"
            value={form.watch('thumbnail_url')}
            error={errorOf(errors.thumbnail_url)}
            onChange={(url) => form.setValue('thumbnail_url', url, { shouldDirty: true })}
          />
          <Switch label={t('admin.episode_is_free')} {...form.register('is_free')} />
        </LiveForm>
      </DialogContent>
    </FormDialog>
  );
}
