import { Link } from 'react-router';
import { Head } from '../../../lib/head.tsx';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LateArt } from '../../../ui/late-art.tsx';

/** The server answers 404; the reader gets the way to what there is. */
export function CategoryMissing() {
  const t = useWords();
  return (
    <>
      <Head title={t('catalogue.category_missing')} hidden />
      <EmptyState
        level={1}
        art={<LateArt of="market" className="h-64" />}
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
