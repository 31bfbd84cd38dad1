import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHydrated } from '#lib/use-hydrated.ts';

const SampleNotice = lazy(() => import('./sample-notice.tsx'));

/** Opens the sample notice, where a real title has a link. */
export function SampleButton({
  title,
  className,
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  const [isLoaded, setLoaded] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        disabled={!hydrated}
        onClick={() => {
          setLoaded(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {isLoaded && (
        <Suspense>
          <SampleNotice title={title} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
