import { type LoaderFunctionArgs, useParams } from 'react-router';
import { BundleView } from '#features/commerce/bundles/bundle-view.tsx';
import { bundleById } from '#features/commerce/bundles/read-bundles.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { id = '' } }: LoaderFunctionArgs) {
  const client = await preload(context, bundleById(id, undefined));
  return client.getQueryData(bundleById(id, undefined).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function BundlePage() {
  const { id = '' } = useParams();
  return <BundleView key={id} id={id} />;
}
