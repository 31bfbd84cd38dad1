import { Link } from 'react-router';
import { SignInLink } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { useViewer, VISITOR } from '../viewer.ts';

/** A visitor can sign in: the film may be unpublished, and theirs. */
export function FilmNotFound() {
  const t = useTranslations();
  const isVisitor = useViewer() === VISITOR;
  return (
    <EmptyState
      level={1}
      art={<LazyIllustration of="rooster" className="size-56" />}
      title={t('catalogue.film_not_found')}
      text={t('catalogue.film_not_found_text')}
      action={
        <>
          <Button asChild>
            <Link to={isVisitor ? '/categories' : '/films'}>{t('catalogue.browse_films')}</Link>
          </Button>
          {isVisitor && (
            <Button variant="outline" asChild>
              <SignInLink>{t('shell.sign_in')}</SignInLink>
            </Button>
          )}
        </>
      }
    />
  );
}
