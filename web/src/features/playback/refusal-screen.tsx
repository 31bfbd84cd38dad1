import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorKeyMessage } from '#lib/error-message.ts';
import { SignInLink } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';
import type { WatchTitle } from './read-watch.ts';
import type { PlaybackRefusedError } from './request-playback.ts';
import { StreamList } from './stream-list.tsx';
import { TopBar } from './top-bar.tsx';
import { WaysToWatch } from './ways-to-watch.tsx';

interface RefusalScreenProps {
  refusal: PlaybackRefusedError;
  title: WatchTitle | null;
  retry: () => void;
}

/** Says why nothing plays, with the next step. */
export function RefusalScreen({ refusal, title, retry }: RefusalScreenProps) {
  const t = useTranslations();
  const page = title?.page ?? (refusal.series ? `/series/${refusal.series}` : undefined);
  const homeButton = page ? (
    <Button variant="outline" asChild>
      <Link to={page}>{t(page.startsWith('/series') ? 'playback.to_series' : 'playback.to_film')}</Link>
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/">{t('playback.back_home')}</Link>
    </Button>
  );
  switch (refusal.key) {
    case 'not_authenticated':
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
                <Link to="/subscribe">
                  <Icon name="lock" />
                  {t('playback.subscribe')}
                </Link>
              </Button>
              {title?.for_sale && page ? (
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

interface ScreenProps {
  title: WatchTitle | null;
  art: Drawing;
  heading: string;
  text: string;
  action: ReactNode;
}

/** A message over the film's faded banner. */
export function MessageScreen({ title, art, heading, text, action }: ScreenProps) {
  return (
    <div className="absolute inset-0 overflow-y-auto">
      {title?.banner_url && (
        <BannerImage src={title.banner_url} alt="" fill sizes="100vw" className="opacity-30" />
      )}
      <div className="absolute inset-0 bg-linear-to-t from-bg via-bg/80 to-bg/40" />
      <TopBar title={title} />
      <div role="alert" className="relative grid min-h-full place-items-center pt-24 pb-8">
        <EmptyState
          level={title ? 2 : 1}
          art={<LazyIllustration of={art} className="h-[min(14rem,26dvh)]" />}
          title={heading}
          text={text}
          action={action}
        />
      </div>
    </div>
  );
}
