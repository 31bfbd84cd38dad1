import { TOPIC_SORTS, type TopicSort } from '@lakou/contract/community/limits';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { listAddress } from './list-address.ts';

/** The orders of the list. Links, so that they work before and without JavaScript. */
export function SortLinks({ sort }: { sort: TopicSort | null }) {
  const t = useTranslations();
  return (
    <nav aria-label={t('community.sort')}>
      <ul className="flex flex-wrap gap-x-1">
        {[null, ...TOPIC_SORTS].map((one) => (
          <li key={one}>
            <Link
              to={listAddress(1, one)}
              discover="none"
              preventScrollReset
              aria-current={one === sort ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-s border-b-2 px-2 font-semibold',
                one === sort ? 'border-highlight text-text' : 'border-transparent text-soft hover:text-text',
              )}
            >
              {t(`community.sort_${one ?? 'newest'}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
