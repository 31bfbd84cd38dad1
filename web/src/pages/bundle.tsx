import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { BundleTitles, bundleTitles } from '#features/catalogue/bundle-titles.tsx';
import { BundleOffer } from '#features/commerce/bundles/bundle-offer.tsx';
import { bundleById } from '#features/commerce/bundles/read-bundles.ts';
import { rateQueries } from '#features/commerce/checkout/read-methods.ts';
import { isId } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { missing, preload, readInBrowser, settingsContext } from '#lib/preload.ts';
import { translateTitle } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { NotFoundView } from './not-found-view.tsx';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  if (!isId(id)) return missing();
  const client = await preload(context, bundleById(id));
  const bundle = client.getQueryData(bundleById(id).queryKey);
  if (bundle === null) return missing();
  if (bundle)
    await preload(context, bundleTitles(idsOf(bundle)), ...rateQueries(context.get(settingsContext)));
  return null;
}
export const clientLoader = readInBrowser;

const idsOf = ({ titles }: { titles: { media_id: string }[] }) => titles.map(({ media_id }) => media_id);

/** Several titles at one price, for everybody. */
export default function BundlePage() {
  const { id = '' } = useParams();
  const t = useTranslations();
  const { language } = useLanguage();
  const { data: bundle, isError, isFetching, refetch } = useQuery(bundleById(id));
  if (bundle === null) return <NotFoundView />;
  if (bundle === undefined)
    return (
      <>
        <Head title={t('commerce.bundle')} hidden />
        {isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />}
      </>
    );
  const { title } = translateTitle(language, bundle);
  const text = t('commerce.bundle_keeps', { count: bundle.titles.length });
  return (
    <div className="page-width grid grid-cols-1 gap-8 py-8">
      <Head
        title={`${title} · ${t('commerce.bundle')}`}
        description={`${title}: ${bundle.titles.map((one) => one.title).join(', ')}`}
        hidden={!bundle.is_sold}
      />
      <SectionHead level={1} title={title} text={text} />
      <BundleOffer bundle={bundle} />
      <BundleTitles ids={idsOf(bundle)} label={t('commerce.bundle_contains')} />
    </div>
  );
}
