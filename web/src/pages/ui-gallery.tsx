import { useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import { Head } from '#lib/head.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { missing, readInBrowser, settingsContext } from '#lib/preload.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { ControlsSheet } from '#ui/gallery/controls-sheet.tsx';
import { FilmsSheet } from '#ui/gallery/films-sheet.tsx';
import { FoundationsSheet } from '#ui/gallery/foundations-sheet.tsx';
import { HeroSheet } from '#ui/gallery/hero-sheet.tsx';
import { OverlaysSheet } from '#ui/gallery/overlays-sheet.tsx';
import { PartsSheet } from '#ui/gallery/parts-sheet.tsx';
import NotFound from './not-found.tsx';

const views = { night: ['dark'], noon: ['light'], both: ['dark', 'light'] } as const;
const names = { night: 'Night', noon: 'Noon', both: 'Side by side' } as const;

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(settingsContext).demo ? null : missing();
}
export const clientLoader = readInBrowser;

/** For developers, in the demo: every part of the design system, in both lights. */
export default function UiGalleryPage() {
  return useSettings().demo ? <UiGallery /> : <NotFound />;
}

function UiGallery() {
  const [view, setView] = useState<keyof typeof views>('night');
  const themes = views[view];
  return (
    <>
      <Head title="The parts" hidden />
      <fieldset className="sticky top-0 z-30 flex flex-wrap items-center gap-2 border-b border-line bg-bg px-4 py-2">
        <legend className="sr-only">Light</legend>
        {(Object.keys(views) as (keyof typeof views)[]).map((name) => (
          <Button
            key={name}
            size="s"
            variant={name === view ? 'secondary' : 'quiet'}
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {names[name]}
          </Button>
        ))}
      </fieldset>
      <div className={cx('grid', themes.length > 1 && 'lg:grid-cols-2')}>
        {themes.map((theme) => (
          <div key={theme} data-theme={theme} className="min-w-0">
            <HeroSheet />
            <div className="page-width grid gap-16 py-12">
              <FoundationsSheet />
              <FilmsSheet />
              <ControlsSheet />
              <PartsSheet />
              <OverlaysSheet />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
