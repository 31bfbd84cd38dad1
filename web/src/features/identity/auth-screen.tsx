import { type ReactNode, Suspense } from 'react';
import { lazyDecoration } from '#ui/lazy-decoration.ts';

const CourtyardScene = lazyDecoration(
  async () => (await import('#ui/art/courtyard-scene.tsx')).CourtyardScene,
);

interface AuthScreenProps {
  title: string;
  text?: string;
  /** The slogan above the illustration, on wide screens only. */
  scene: string;
  /** What somebody came for. */
  wanted?: ReactNode;
  children: ReactNode;
}

/** Layout of the sign-in screens: the illustration beside the form on wide screens, above it on a phone. */
export function AuthScreen({ title, text, scene, wanted, children }: AuthScreenProps) {
  return (
    <div className="grid lg:min-h-[calc(100dvh-4rem)] lg:grid-cols-[1.1fr_1fr]">
      {/* The scene is at night in both themes. */}
      <div
        data-theme="dark"
        className="grid h-32 sm:h-44 lg:sticky lg:top-16 lg:h-[calc(100dvh-4rem)] lg:grid-rows-[auto_1fr] tv:top-20 tv:h-[calc(100dvh-5rem)]"
      >
        <p className="hidden max-w-[14ch] p-[clamp(2rem,4vw,4.5rem)] pb-4! font-display text-display font-[800] text-balance lg:block">
          {scene}
        </p>
        <div className="relative min-h-0 overflow-hidden">
          <Suspense>
            <CourtyardScene className="absolute inset-0 size-full" />
          </Suspense>
          <div className="absolute inset-x-0 top-0 hidden h-1/4 bg-linear-to-b from-bg to-transparent lg:block" />
        </div>
      </div>
      <div className="grid content-start px-[clamp(1rem,6vw,6rem)] py-10 lg:pt-[clamp(2.5rem,9vh,7rem)] lg:pb-16">
        <div className="mx-auto grid w-full max-w-md gap-7">
          <header className="grid gap-3">
            <div className="taptap-band w-24" aria-hidden="true" />
            <h1 className="text-title">{title}</h1>
            {text && <p className="text-lg text-soft">{text}</p>}
          </header>
          {wanted}
          {children}
        </div>
      </div>
    </div>
  );
}
