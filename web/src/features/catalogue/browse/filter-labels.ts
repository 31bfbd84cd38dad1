import { FILTERS, type FilterName, type FilterValue } from '@lakou/contract/catalogue/browse';
import { useTranslations } from '#lib/translations.tsx';

const isLanguage = (value: FilterValue): value is (typeof FILTERS.sound)[number] =>
  (FILTERS.sound as readonly FilterValue[]).includes(value);
const isDecade = (value: FilterValue): boolean => /^\d+$/.test(value);

/** The text of a filter's value, such as 'Under 40 min'. */
export function useFilterLabel(): (name: FilterName, value: FilterValue) => string {
  const t = useTranslations();
  return (name, value) => {
    if (isLanguage(value)) return t(`catalogue.language_${value}`);
    if (isDecade(value)) return t('catalogue.decade', { decade: value });
    return t(`catalogue.${name}_${value}` as Parameters<typeof t>[0]);
  };
}
