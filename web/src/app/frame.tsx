import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { preload, readInBrowser } from '#lib/preload.ts';
import { readHint } from '#lib/session-hint.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { whenLoaded } from '#lib/when-loaded.ts';
import { lazyDecoration } from '#ui/lazy-decoration.ts';
import { Toaster } from '#ui/toast.tsx';
import { BannerStrip, stripBanners } from './banner-strip.tsx';
import { Failure } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import {
  useCacheVisitedPages,
  useFocusOnNavigation,
  useFontsOnNavigation,
  useMarkHydrated,
} from './page-effects.ts';
import { SessionNotice } from './session-notice.tsx';
import { showsAdvertising } from './shows-advertising.ts';
import { useContinueDownloads } from './use-continue-downloads.ts';
import { useTelevision } from './use-television.ts';

const AuthRedirectNotice = lazyDecoration(
  async () => (await import('#features/identity/auth-redirect-notice.tsx')).AuthRedirectNotice,
);
const LaterNotices = lazyDecoration(async () => (await import('./later-notices.tsx')).LaterNotices);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { subscribed } = readHint(request.headers.get('cookie') ?? '');
  if (!subscribed && showsAdvertising(new URL(request.url).pathname)) await preload(context, stripBanners());
  return null;
}
export const clientLoader = readInBrowser;

/** Header, banner, footer and notices around every page. */
export default function Frame() {
  return (
    <PageFrame>
      <Outlet />
    </PageFrame>
  );
}

/** A failed page leaves header and footer in place. */
export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <PageFrame>
      <Failure error={error} />
    </PageFrame>
  );
}

function PageFrame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => void whenLoaded().then(() => setLoaded(true)), []);
  useMarkHydrated();
  useTelevision();
  useFocusOnNavigation();
  useFontsOnNavigation();
  useCacheVisitedPages();
  useContinueDownloads();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-24 rounded-m bg-highlight px-4 py-3 font-semibold text-on-highlight focus:translate-y-0"
      >
        {t('shell.skip_to_content')}
      </a>
      <Header />
      <BannerStrip />
      {/* As tall as the screen, so that the footer stays below it between two pages. */}
      <main id="main" tabIndex={-1} className="min-h-svh flex-1">
        {children}
      </main>
      <Footer />
      <OfflineNotice />
      <SessionNotice />
      {isLoaded && (
        <Suspense>
          <LaterNotices />
        </Suspense>
      )}
      {hydrated && (
        <Suspense>
          <AuthRedirectNotice />
        </Suspense>
      )}
      <Toaster />
    </div>
  );
}
