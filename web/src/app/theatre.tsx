import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { LandingNotice } from '#features/identity/landing-notice.tsx';
import { Toaster } from '#ui/toast.tsx';
import { useComingAlive } from './arrival.ts';
import { Failure } from './error-boundary.tsx';

/** Around what fills the screen by itself: no header, no footer, nothing that competes with the picture. */
export default function Theatre() {
  return (
    <Room>
      <Outlet />
    </Room>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Room>
      <Failure error={error} />
    </Room>
  );
}

function Room({ children }: { children: ReactNode }) {
  useComingAlive();
  return (
    <>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <LandingNotice />
      <Toaster />
    </>
  );
}
