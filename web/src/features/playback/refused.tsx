import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { sentenceOf } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { BannerImage } from '#ui/banner-image.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';
import type { WatchTitle } from './read-watch.ts';
import type { Refused } from './request-playback.ts';
import { StreamList } from './stream-list.tsx';
import { TopBar } from './top-bar.tsx';

interface RefusedScreenProps {
  refusal: Refused;
  title: WatchTitle | null;
  again: () => void;
}

/** Why nothing plays, in plain words, and the way on. */
export function RefusedScreen({ refusal, title, again }: RefusedScreenProps) {
  const t = useTranslations();
  const { pathname } = useLocation();
  const page = title?.page ?? (refusal.series ? `/series/${refusal.series}` : undefined);
  const home = page ? (
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
        <Screen
          title={title}
          art="key"
          heading={t('playback.sign_in_title')}
          text={t('playback.sign_in_text')}
          action={
            <>
              <Button asChild>
                <Link to="/login" state={{ from: pathname }}>
                  {t('playback.sign_in')}
                </Link>
              </Button>
              {home}
            </>
          }
        />
      );
    case 'subscription_needed':
      return (
        <Screen
          title={title}
          art="key"
          heading={t('playback.locked_title')}
          text={t('playback.locked_text')}
          action={
            <>
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
                home
              )}
            </>
          }
        />
      );
    case 'too_many_streams':
      return (
        <Screen
          title={title}
          art="projector"
          heading={t('playback.too_many_title')}
          text={t('playback.too_many_text')}
          action={<StreamList streams={refusal.streams} onEnded={again} />}
        />
      );
    case 'video_not_available':
      return (
        <Screen
          title={title}
          art="projector"
          heading={t('playback.not_available')}
          text={t('playback.not_available_text')}
          action={home}
        />
      );
    case 'movie_not_found':
      return (
        <Screen
          title={title}
          art="rooster"
          heading={t('playback.not_found')}
          text={t('playback.not_found_text')}
          action={home}
        />
      );
    default: {
      const sentence = sentenceOf(refusal.key, t);
      return (
        <Screen
          title={title}
          art="radio"
          heading={t('playback.failed_title')}
          text={sentence === refusal.key ? t('playback.failed_text') : sentence}
          action={
            <>
              <Button onClick={again}>{t('shell.retry')}</Button>
              {home}
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

/** The film's own picture behind it, far away. */
export function Screen({ title, art, heading, text, action }: ScreenProps) {
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
