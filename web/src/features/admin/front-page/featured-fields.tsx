import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import type { MessageKey } from '@lakou/contract/translate';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { checkFeatured, type FeaturedForm } from './featured-film.ts';

/** The newest 200 titles of each kind, as link targets. */
const linkableTitles = () =>
  queryOptions({
    queryKey: ['admin', 'linkable-titles'],
    queryFn: async ({ client }) => {
      const database = await databaseOf(client);
      const newest = { ascending: false };
      const [movies, series] = await Promise.all([
        database.from('movies').select('id, title').order('created_at', newest).limit(200),
        database.from('series').select('id, title').order('created_at', newest).limit(200),
      ]);
      return { movies: rowsOf(movies), series: rowsOf(series) };
    },
  });

interface FeaturedFieldsProps {
  form: FeaturedForm;
  onChange: (form: FeaturedForm) => void;
  checked: boolean;
}

/** Used for new and existing featured films. */
export function FeaturedFields({ form, onChange, checked }: FeaturedFieldsProps) {
  const t = useTranslations();
  const { data: titles } = useQuery(linkableTitles());
  const errors = checked ? checkFeatured(form) : {};
  const text = (
    name: Exclude<keyof FeaturedForm, 'is_premium' | 'leads_to'>,
    label: MessageKey,
    props: Record<string, unknown> = {},
  ) => {
    const error = errors[name];
    return (
      <Field label={t(label)} error={error && t(`errors.${error}`)}>
        {(control) =>
          name === 'description' ? (
            <Textarea
              {...control}
              value={form[name]}
              onChange={({ target }) => onChange({ ...form, [name]: target.value })}
            />
          ) : (
            <Input
              {...control}
              value={form[name]}
              onChange={({ target }) => onChange({ ...form, [name]: target.value })}
              {...props}
            />
          )
        }
      </Field>
    );
  };
  return (
    <div className="grid gap-5">
      {text('title', 'admin.title', { maxLength: TITLE_MAX })}
      {text('description', 'admin.description')}
      <div className="grid items-start gap-5 sm:grid-cols-3">
        {text('rating', 'admin.rating', { type: 'number', min: 0, max: 5, step: 0.1, inputMode: 'decimal' })}
        {text('release_year', 'admin.release_year', { type: 'number', inputMode: 'numeric' })}
        {text('duration', 'admin.duration', { placeholder: '2h 30m', maxLength: 40 })}
      </div>
      {text('genre', 'admin.genres')}
      {text('trailer_url', 'admin.trailer_address')}
      <Field label={t('admin.leads_to')}>
        {(control) => (
          <Select
            {...control}
            value={form.leads_to}
            onChange={({ target }) => onChange({ ...form, leads_to: target.value })}
          >
            <option value="">{t('admin.leads_nowhere')}</option>
            {(['movies', 'series'] as const).map((kind) => (
              <optgroup key={kind} label={t(`admin.${kind}`)}>
                {titles?.[kind].map(({ id, title }) => (
                  <option key={id} value={`${kind === 'movies' ? 'movie' : 'series'}:${id}`}>
                    {title}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <Switch
        label={t('admin.premium')}
        checked={form.is_premium}
        onCheckedChange={(is_premium) => onChange({ ...form, is_premium })}
      />
    </div>
  );
}
