import { FILTERS, FILTERS_OF, ORDERS_OF } from '@lakou/contract/catalogue/browse';
import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { useGenreNames } from '../genre-names.ts';
import { categories } from '../read-titles.ts';
import type { Kind } from '../title.ts';
import { useFilterLabel } from './filter-labels.ts';
import type { FilteredPage } from './read-lists.ts';
import type { TitleFilterState } from './use-title-filter.ts';

interface TitleFiltersProps extends Pick<TitleFilterState, 'text' | 'setText' | 'change'> {
  kind: Kind;
  filter: FilteredPage;
}

/** Words, genre, order and filters of a list. Without JavaScript it is a form that asks for the filtered page. */
export function TitleFilters({ kind, filter, text, setText, change }: TitleFiltersProps) {
  const t = useTranslations();
  return (
    <search>
      <form onSubmit={(event) => event.preventDefault()} className="grid gap-3">
        <div
          className={cx(
            'grid gap-3',
            kind === 'movie' ? 'sm:grid-cols-[1fr_13rem_13rem]' : 'sm:grid-cols-2 lg:grid-cols-[13rem_13rem]',
          )}
        >
          {kind === 'movie' && (
            <SearchInput
              name="q"
              value={text}
              onValueChange={setText}
              label={t('catalogue.search_films_label')}
              placeholder={t('catalogue.search_films')}
              maxLength={SEARCH_MAX}
            />
          )}
          <GenreSelect genre={filter.genre} onGenre={(genre) => change({ genre })} />
          <Select
            name="sort"
            aria-label={t('catalogue.sort')}
            value={filter.sort}
            onChange={({ target }) => change({ sort: target.value === 'newest' ? '' : target.value })}
          >
            {ORDERS_OF[kind].map((order) => (
              <option key={order} value={order}>
                {t(`catalogue.sort_${order}`)}
              </option>
            ))}
          </Select>
        </div>
        <MoreFilters kind={kind} filter={filter} change={change} />
        <noscript>
          <Button type="submit">{t('catalogue.apply_filters')}</Button>
        </noscript>
      </form>
    </search>
  );
}

function GenreSelect({ genre, onGenre }: { genre: string; onGenre: (name: string) => void }) {
  const t = useTranslations();
  const genreName = useGenreNames();
  const { data: genres = [] } = useQuery(categories());
  // The genre from the URL stays selected while the list loads, or if it was deleted.
  const names = genres.map(({ name }) => name);
  const chosen = names.find((name) => name.toLowerCase() === genre) ?? genre;
  if (chosen && !names.includes(chosen)) names.push(chosen);
  return (
    <Select
      name="genre"
      aria-label={t('catalogue.genre')}
      value={chosen}
      onChange={({ target }) => onGenre(target.value)}
    >
      <option value="">{t('catalogue.all_genres')}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {genreName(name)}
        </option>
      ))}
    </Select>
  );
}

function MoreFilters({ kind, filter, change }: Pick<TitleFiltersProps, 'kind' | 'filter' | 'change'>) {
  const t = useTranslations();
  const labelOf = useFilterLabel();
  const names = FILTERS_OF[kind];
  // Only at first: what people open stays open when they remove the last filter.
  const [isOpen] = useState(() => names.some((name) => filter[name]));
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-s font-semibold text-soft hover:text-text [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
        {t('catalogue.filters')}
      </summary>
      <div className="grid grid-cols-2 gap-3 pt-2 md:grid-cols-4">
        {names.map((name) => (
          <Field key={name} label={t(`catalogue.filter_${name}`)} className="min-w-0 text-sm">
            {(control) => (
              <Select
                {...control}
                name={name}
                value={filter[name] ?? ''}
                onChange={({ target }) => change({ [name]: target.value })}
              >
                <option value="">{t('catalogue.any')}</option>
                {FILTERS[name].map((value) => (
                  <option key={value} value={value}>
                    {labelOf(name, value)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
