import { memberTitlePath } from '@lakou/contract/catalogue/title-address';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorKeyMessage } from '#lib/error-message.ts';
import { SignInLink } from '#lib/sign-in.tsx';
import { SubscribeLink } from '#lib/subscribe-link.tsx';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { MessageScreen } from './message-screen.tsx';
import type { WatchTitle } from './read-watch.ts';
import type { PlaybackRefusedError } from './request-playback.ts';
import { StreamList } from './stream-list.tsx';
import { VisitorRefusal } from './visitor-refusal.tsx';
import { WaysToWatch } from './ways-to-watch.tsx';

interface RefusalScreenProps {
  refusal: PlaybackRefusedError;
  title: WatchTitle | null;
  /** Buy and rent. */
  offers: ReactNode;
  retry: () => void;
}

/** Says why nothing plays, with the next step. */
export function RefusalScreen({ refusal, title, offers, retry }: RefusalScreenProps) {
  const t = useTranslations();
  const titlePath = useTitlePath();
  const series = title ? title.page.kind === 'series' : refusal.series !== undefined;
  const page = title
    ? titlePath(title.page.kind, title.page)
    : refusal.series && memberTitlePath('series', refusal.series);
  const homeButton = page ? (
    <Button variant="outline" asChild>
      <Link to={page}>{t(series ? 'playback.to_series' : 'playback.to_film')}</Link>
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/">{t('playback.back_home')}</Link>
    </Button>
  );
  switch (refusal.key) {
    case 'not_authenticated':
      return <VisitorRefusal title={title} series={refusal.series} offers={offers} pageButton={homeButton} />;
    case 'session_ended':
      return (
        <MessageScreen
          title={title}
          art="key"
          heading={t('playback.sign_in_title')}
          text={t('playback.sign_in_text')}
          action={
            <>
              <WaysToWatch title={title} />
              <Button asChild>
                <SignInLink>{t('playback.sign_in')}</SignInLink>
              </Button>
              {homeButton}
            </>
          }
        />
      );
    case 'subscription_needed':
      return (
        <MessageScreen
          title={title}
          art="key"
          heading={t('playback.locked_title')}
          text={t('playback.locked_text')}
          action={
            <>
              <WaysToWatch title={title} />
              <Button asChild>
                <SubscribeLink kind={series ? 'series' : 'movie'} id={title?.page.id ?? refusal.series ?? ''}>
                  <Icon name="lock" />
                  {t('playback.subscribe')}
                </SubscribeLink>
              </Button>
              {title?.access === 'for_sale' && page ? (
                <Button variant="secondary" asChild>
                  <Link to={page}>
                    <Icon name="ticket" />
                    {t('playback.buy_or_rent')}
                  </Link>
                </Button>
              ) : (
                homeButton
              )}
            </>
          }
        />
      );
    case 'too_many_streams':
      return (
        <MessageScreen
          title={title}
          art="projector"
          heading={t('playback.too_many_title')}
          text={t('playback.too_many_text')}
          action={<StreamList streams={refusal.streams} onEnded={retry} />}
        />
      );
    case 'video_not_available':
      return (
        <MessageScreen
          title={title}
          art="projector"
          heading={t('playback.not_available')}
          text={t('playback.not_available_text')}
          action={homeButton}
        />
      );
    case 'movie_not_found':
      return (
        <MessageScreen
          title={title}
          art="rooster"
          heading={t('playback.not_found')}
          text={t('playback.not_found_text')}
          action={homeButton}
        />
      );
    default: {
      const message = errorKeyMessage(refusal.key, t);
      return (
        <MessageScreen
          title={title}
          art="radio"
          heading={t('playback.failed_title')}
          text={message === refusal.key ? t('playback.failed_text') : message}
          action={
            <>
              <Button onClick={retry}>{t('shell.retry')}</Button>
              {homeButton}
            </>
          }
        />
      );
    }
  }
}
