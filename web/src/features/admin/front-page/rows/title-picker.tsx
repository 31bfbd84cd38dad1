import { ROW_TITLES_MAX } from '@lakou/contract/admin/limits';
import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useDebounced } from '#lib/use-debounced.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Poster } from '#ui/poster.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { moved } from './edited-row.ts';
import { chosenTitles, findTitles } from './read-rows.ts';

interface TitlePickerProps {
  ids: string[];
  onChange: (ids: string[]) => void;
  /** How many can be chosen. */
  max?: number;
}

/** The titles of a row: found by search, ordered and removed with buttons. */
export function TitlePicker({ ids, onChange, max = ROW_TITLES_MAX }: TitlePickerProps) {
  const t = useTranslations();
  const { data = [] } = useQuery(chosenTitles(ids));
  const byId = new Map(data.map((title) => [title.id, title]));
  return (
    <div className="grid gap-3">
      <ol aria-label={t('admin.row_kind_chosen')} className="grid gap-2 sm:grid-cols-2">
        {ids.map((id, index) => {
          const chosen = byId.get(id);
          const title = chosen?.title ?? id.slice(0, 8);
          return (
            <li key={id} className="flex items-center gap-3 rounded-m border border-line p-2">
              <Poster
                src={chosen?.thumbnail_url ?? null}
                seed={title}
                alt=""
                sizes="2.5rem"
                className="w-10 shrink-0"
              />
              <span className="grid min-w-0 grow">
                <span className="truncate font-semibold">{title}</span>
                {chosen?.published === false && (
                  <span className="text-sm text-soft">{t('admin.title_gone')}</span>
                )}
              </span>
              <span className="flex shrink-0">
                <IconButton
                  icon="chevron-up"
                  label={t('admin.move_up', { title })}
                  disabled={index === 0}
                  onClick={() => onChange(moved(ids, index, index - 1))}
                />
                <IconButton
                  icon="chevron-down"
                  label={t('admin.move_down', { title })}
                  disabled={index === ids.length - 1}
                  onClick={() => onChange(moved(ids, index, index + 1))}
                />
                <IconButton
                  icon="close"
                  label={t('admin.remove_chosen', { name: title })}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      {ids.length < max ? (
        <TitleSearch ids={ids} onPick={(id) => onChange([...ids, id])} />
      ) : (
        max > 1 && <p className="text-soft">{t('admin.row_titles_full', { count: max })}</p>
      )}
    </div>
  );
}

function TitleSearch({ ids, onPick }: { ids: string[]; onPick: (id: string) => void }) {
  const t = useTranslations();
  const [text, setText] = useState('');
  const query = useDebounced(text.trim(), 200);
  const { data } = useQuery(findTitles(query));
  return (
    <div className="grid gap-2">
      <SearchInput
        value={text}
        onValueChange={setText}
        label={t('admin.find_title')}
        placeholder={t('admin.find_title')}
        maxLength={SEARCH_MAX}
        // Enter would send a form around the picker.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className="text-sm text-soft empty:sr-only">
        {data?.length === 0 ? t('admin.no_title_found') : query.length < 2 ? t('admin.find_title_hint') : ''}
      </p>
      {data && data.length > 0 && (
        <ul aria-label={t('admin.find_title')} className="grid gap-1 sm:grid-cols-2">
          {data.map(({ id, title, subtitle, image_url }) => (
            <li key={id}>
              <button
                type="button"
                disabled={ids.includes(id)}
                onClick={() => onPick(id)}
                className="flex min-h-14 w-full items-center gap-3 rounded-m p-2 text-start hover:bg-surface-raised disabled:opacity-60"
              >
                <Poster src={image_url} seed={title} alt="" sizes="2.5rem" className="w-10 shrink-0" />
                <span className="grid min-w-0">
                  <span className="truncate font-semibold">{title}</span>
                  <span className="truncate text-sm text-soft">
                    {ids.includes(id) ? t('admin.already_chosen') : subtitle}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
