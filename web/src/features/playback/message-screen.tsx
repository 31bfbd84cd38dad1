import type { ReactNode } from 'react';
import { BannerImage } from '#ui/banner-image.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';
import type { WatchTitle } from './read-watch.ts';
import { TopBar } from './top-bar.tsx';

interface ScreenProps {
  title: WatchTitle | null;
  art: Drawing;
  heading: string;
  text: string;
  action: ReactNode;
  /** Instead of the title's page. */
  wayBack?: { to: string; label: string };
}

/** A message over the film's faded banner. */
export function MessageScreen({ title, art, heading, text, action, wayBack }: ScreenProps) {
  return (
    <div className="absolute inset-0 overflow-y-auto">
      {title?.banner_url && (
        <BannerImage src={title.banner_url} alt="" fill sizes="100vw" className="opacity-30" />
      )}
      <div className="absolute inset-0 bg-linear-to-t from-bg via-bg/80 to-bg/40" />
      <TopBar title={title} wayBack={wayBack} />
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
