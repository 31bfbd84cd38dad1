import type { ReactNode } from 'react';
import { SignInLink } from '#lib/sign-in.tsx';
import { SubscribeLink } from '#lib/subscribe-link.tsx';
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
            <SubscribeLink kind={title?.page.kind ?? 'series'} id={title?.page.id ?? series ?? ''}>
              <Icon name="lock" />
              {t('playback.subscribe')}
            </SubscribeLink>
          </Button>
          <Button variant="outline" asChild>
            <SignInLink search={title ? undefined : `?series=${series}`}>{t('playback.sign_in')}</SignInLink>
          </Button>
          {pageButton}
        </>
      }
    />
  );
}
