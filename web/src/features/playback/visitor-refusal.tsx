import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SignInLink } from '#lib/sign-in.tsx';
import { subscribePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { MessageScreen } from './message-screen.tsx';
import type { WatchTitle } from './read-watch.ts';

interface VisitorRefusalProps {
  title: WatchTitle | null;
  /** Of an episode that visitors do not see. */
  series: string | undefined;
  /** Buy and rent. */
  offers: ReactNode;
  /** To the title's page. */
  pageButton: ReactNode;
}

/** Says to a visitor what this title needs, with the ways there. A member who is signed out can sign in. */
export function VisitorRefusal({ title, series, offers, pageButton }: VisitorRefusalProps) {
  const t = useTranslations();
  const isSold = title?.access === 'for_sale';
  const subscribe = title
    ? subscribePath(title.page.kind, title.page.id)
    : subscribePath('series', series ?? '');
  return (
    <MessageScreen
      title={title}
      art={isSold ? 'market' : 'key'}
      heading={t(isSold ? 'playback.for_sale_title' : 'playback.locked_title')}
      text={t(isSold ? 'playback.for_sale_text' : 'playback.members_text')}
      action={
        <>
          {isSold && offers}
          <Button variant={isSold ? 'secondary' : 'primary'} asChild>
            <Link to={subscribe}>
              <Icon name="lock" />
              {t('playback.subscribe')}
            </Link>
          </Button>
          <Button variant="outline" asChild>
            <SignInLink>{t('playback.sign_in')}</SignInLink>
          </Button>
          {pageButton}
        </>
      }
    />
  );
}
