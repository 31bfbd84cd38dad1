import { NavLink } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { useForumCategories } from '../category-names.ts';

/** The categories: a scrolling row on a phone, a list beside the topics on wide screens. */
export function CategoryNav() {
  const t = useTranslations();
  const categories = useForumCategories() ?? [];
  return (
    <nav aria-label={t('community.categories')} className="min-w-0">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-2 [scrollbar-width:none] lg:sticky lg:top-24 lg:mx-0 lg:grid lg:gap-1 lg:p-0">
        <li>
          <CategoryLink to="/forum">{t('community.all_categories')}</CategoryLink>
        </li>
        {categories.map(({ id, name }) => (
          <li key={id}>
            <CategoryLink to={`/forum/category/${id}`}>{name}</CategoryLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CategoryLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        cx(
          'flex min-h-11 items-center rounded-m border px-4 font-medium whitespace-nowrap focus-inset lg:whitespace-normal',
          isActive
            ? 'border-transparent bg-highlight text-on-highlight'
            : 'border-line text-soft hover:border-line-strong hover:text-text lg:border-transparent lg:hover:bg-surface-raised',
        )
      }
    >
      {children}
    </NavLink>
  );
}
