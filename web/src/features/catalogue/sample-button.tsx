import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHydrated } from '#lib/use-hydrated.ts';

const SampleNotice = lazy(() => import('./sample-notice.tsx'));

/** Stands where a real title has its link. */
export function SampleButton({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const alive = useHydrated();
  const [asked, ask] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        disabled={!alive}
        onClick={() => {
          ask(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {asked && (
        <Suspense>
          <SampleNotice title={title} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
