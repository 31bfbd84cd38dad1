import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import { bundlesWith } from './read-bundles.ts';

/** On the page of a title: the bundles that it is sold in. Nothing where there are none. */
export function TitleBundles({ title }: { title: string }) {
  const t = useTranslations();
  const { price } = useFormat();
  const { user } = useSession();
  const { data: bundles = [] } = useQuery(bundlesWith(title, user?.id));
  if (bundles.length === 0) return null;
  return (
    <section aria-labelledby="bundles" className="grid gap-3">
      <h2 id="bundles" className="font-display text-heading font-[750]">
        {t('commerce.bundles_with')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {bundles.map((bundle) => (
          <li key={bundle.id}>
            <Link
              to={`/bundles/${bundle.id}`}
              className="flex items-center gap-4 rounded-l border border-line bg-surface p-4 hover:border-line-strong"
            >
              <span className="flex shrink-0 -space-x-6">
                {bundle.titles.slice(0, 3).map(({ media_id, title: name, thumbnail_url }) => (
                  <Poster
                    key={media_id}
                    src={thumbnail_url}
                    seed={name}
                    alt=""
                    sizes="3rem"
                    className="w-12 shadow-shade"
                  />
                ))}
              </span>
              <span className="grid min-w-0 grow">
                <span className="font-semibold wrap-anywhere">{bundle.title}</span>
                <span className="text-soft">
                  {t('commerce.bundle_for', {
                    count: bundle.titles.length,
                    price: price((bundle.amount_minor ?? bundle.full_minor) / 100),
                  })}
                </span>
              </span>
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
