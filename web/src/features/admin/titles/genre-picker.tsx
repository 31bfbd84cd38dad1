import { GENRES_MAX } from '@lakou/contract/admin/limits';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { allCategories } from '../front-page/read-categories.ts';

interface GenrePickerProps {
  /** Names with commas between them, as the form keeps them. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Genres are categories. A genre that is no longer one can be kept or removed, not added. */
export function GenrePicker({ value, onChange, error }: GenrePickerProps) {
  const t = useTranslations();
  const { data: categories } = useQuery(allCategories());
  const chosen = value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const has = (name: string) => chosen.some((one) => one.toLowerCase() === name.toLowerCase());
  const names = (categories ?? []).map(({ name }) => name);
  const others = chosen.filter((one) => !names.some((name) => name.toLowerCase() === one.toLowerCase()));
  const toggle = (name: string, isOn: boolean) => {
    const rest = chosen.filter((one) => one.toLowerCase() !== name.toLowerCase());
    onChange((isOn ? [...rest, name] : rest).join(', '));
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5 sm:col-span-2">
      <legend className="font-semibold leading-snug">{t('admin.choose_genres')}</legend>
      {categories?.length === 0 && <p className="text-soft">{t('admin.no_genres_to_choose')}</p>}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-4">
        {[...names, ...(categories ? others : [])].map((name) => (
          <Checkbox
            key={name}
            label={names.includes(name) ? name : t('admin.genre_not_category', { name })}
            checked={has(name)}
            disabled={!has(name) && chosen.length >= GENRES_MAX}
            onCheckedChange={(isOn) => toggle(name, isOn)}
          />
        ))}
      </div>
      <FieldError id="genres-error" error={error} />
    </fieldset>
  );
}
