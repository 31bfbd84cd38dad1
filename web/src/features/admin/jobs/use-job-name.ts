import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';

/** A kind of job in plain words. A kind of a newer or older version of the server is shown by its own name. */
export function useJobName(): (kind: string) => string {
  const t = useTranslations();
  return (kind) => {
    const key = `admin.job_${kind}` as MessageKey;
    const text = t(key);
    return text === key ? kind.replaceAll('_', ' ') : text;
  };
}
