import { type Format, formatFor } from '@lakou/contract/format';
import { useLanguage } from './translations.tsx';

export type { Format };

export function useFormat(): Format {
  const { language } = useLanguage();
  return formatFor(language);
}
