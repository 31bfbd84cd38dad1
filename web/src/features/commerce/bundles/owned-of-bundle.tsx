import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { bundleById } from './read-bundles.ts';
import { useOwnedTitles } from './use-owned-titles.ts';

/** Says before somebody pays which titles of the bundle are theirs already. */
export function OwnedOfBundle({ id }: { id: string }) {
  const t = useTranslations();
  const { data: bundle } = useQuery(bundleById(id));
  const { owned } = useOwnedTitles(bundle);
  if (owned.length === 0) return null;
  return <Alert title={t('commerce.bundle_owned', { titles: owned.map(({ title }) => title).join(', ') })} />;
}
