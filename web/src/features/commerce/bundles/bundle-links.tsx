import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { translateTitle } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { titleBundles } from './read-bundles.ts';

/** 'Also in the bundle …', below the offers of a title. */
export function BundleLinks({ title }: { title: string }) {
  const t = useTranslations();
  const { language } = useLanguage();
  const { price } = useFormat();
  const { data: bundles = [] } = useQuery(titleBundles(title));
  if (bundles.length === 0) return null;
  return (
    <p className="order-last flex w-full grow flex-wrap gap-x-6 gap-y-1 text-sm">
      {bundles.map((bundle) => (
        <TextLink key={bundle.id} to={`/bundles/${bundle.id}`}>
          {t('commerce.bundle_offer', {
            title: translateTitle(language, bundle).title,
            count: bundle.titles,
            price: price(bundle.amount_minor / 100),
          })}
        </TextLink>
      ))}
    </p>
  );
}
