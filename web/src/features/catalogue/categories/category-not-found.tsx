import { Link } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';

/** Shown with status 404; links to all categories. */
export function CategoryNotFound() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('catalogue.category_missing')} hidden />
      <EmptyState
        level={1}
        art={<LazyIllustration of="market" className="h-64" />}
        title={t('catalogue.no_films')}
        text={t('catalogue.category_missing_text')}
        action={
          <Button asChild>
            <Link to="/categories">{t('catalogue.browse_categories')}</Link>
          </Button>
        }
      />
    </>
  );
}
