import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { categories } from '../read-titles.ts';

interface FilmsFilterProps {
  text: string;
  onText: (text: string) => void;
  genre: string;
  onGenre: (genre: string) => void;
}

export function FilmsFilter({ text, onText, genre, onGenre }: FilmsFilterProps) {
  const t = useTranslations();
  const { data: genres = [] } = useQuery(categories());
  // The genre from the URL stays selected while the list loads, or if it was deleted.
  const names = genres.map(({ name }) => name);
  if (genre && !names.includes(genre)) names.push(genre);
  return (
    <search className="grid gap-3 sm:grid-cols-[1fr_14rem]">
      <SearchInput
        value={text}
        onValueChange={onText}
        label={t('catalogue.search_films_label')}
        placeholder={t('catalogue.search_films')}
        maxLength={SEARCH_MAX}
      />
      <Select
        aria-label={t('catalogue.genre')}
        value={genre}
        onChange={(event) => onGenre(event.target.value)}
      >
        <option value="">{t('catalogue.all_genres')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </search>
  );
}
