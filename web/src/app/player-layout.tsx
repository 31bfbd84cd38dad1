import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AuthRedirectNotice } from '#features/identity/auth-redirect-notice.tsx';
import { Toaster } from '#ui/toast.tsx';
import { Failure } from './error-boundary.tsx';
import { useMarkHydrated } from './page-effects.ts';
import { useContinueDownloads } from './use-continue-downloads.ts';
import { useTelevision } from './use-television.ts';

/** Around the player, which fills the screen: no header, no footer. */
export default function PlayerLayout() {
  return (
    <FullScreen>
      <Outlet />
    </FullScreen>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <FullScreen>
      <Failure error={error} />
    </FullScreen>
  );
}

function FullScreen({ children }: { children: ReactNode }) {
  useMarkHydrated();
  useContinueDownloads();
  useTelevision();
  return (
    <>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <AuthRedirectNotice />
      <Toaster />
    </>
  );
}
