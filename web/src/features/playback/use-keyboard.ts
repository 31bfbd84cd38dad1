import { useEffect } from 'react';
import type { PanelName } from './player-context.ts';
import type { Commands } from './use-commands.ts';

interface Keyboard {
  video: HTMLVideoElement | null;
  commands: Commands;
  panel: PanelName | null;
  open: (panel: PanelName | null) => void;
  toggleCaptions: () => void;
  wake: () => void;
}

const TYPING = 'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';

/** Keys of the whole page. What has the focus comes first: a button keeps its space bar, a slider its arrows. */
export function useKeyboard({ video, commands, panel, open, toggleCaptions, wake }: Keyboard): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (!video || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(TYPING)) return;
      wake();
      if (event.key === 'Escape' && panel) return done(event, () => open(null));
      const onControl = target.closest('button, a, input') !== null;
      if (onControl && /^( |Enter|Arrow\w+|Home|End|Page\w+)$/.test(event.key)) return walk(event, target);
      const deed = deeds(video)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (deed) done(event, deed);
    }

    const deeds = (media: HTMLVideoElement): Record<string, () => void> => ({
      ' ': commands.toggle,
      k: commands.toggle,
      Enter: () => {
        commands.toggle();
        focusControl('play');
      },
      j: () => commands.seekBy(-10),
      l: () => commands.seekBy(10),
      ArrowLeft: () => commands.seekBy(-5),
      ArrowRight: () => commands.seekBy(5),
      ArrowUp: () => louderOrIn(0.05),
      ArrowDown: () => louderOrIn(-0.05),
      m: () => commands.mute(),
      f: commands.fullScreen,
      c: toggleCaptions,
      '<': () => commands.faster(-1),
      '>': () => commands.faster(1),
      ',': () => commands.faster(-1),
      '.': () => commands.faster(1),
      Home: () => commands.seekTo(0),
      End: () => commands.seekTo(media.duration),
      '?': () => open(panel === 'keys' ? null : 'keys'),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, tenth) => [
          String(tenth),
          () => commands.seekTo((media.duration * tenth) / 10),
        ]),
      ),
    });

    /** A remote control has no other way into the controls, and its volume is the television's. */
    function louderOrIn(by: number): void {
      if (matchMedia('(any-pointer: fine)').matches) commands.louder(by);
      else focusControl(by > 0 ? 'seek' : 'play');
    }

    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [video, commands, panel, open, toggleCaptions, wake]);
}

function done(event: KeyboardEvent, deed: () => void): void {
  event.preventDefault();
  deed();
}

function focusControl(name: string): void {
  document.querySelector<HTMLElement>(`[data-control="${name}"]`)?.focus();
}

/** Arrows lead from control to control, as a remote control expects: along the row, and up to the seek bar. */
function walk(event: KeyboardEvent, from: Element): void {
  const row = from.closest('[data-row]');
  if (event.key === 'ArrowUp' && row?.matches('[data-row="buttons"]')) return done(event, () => focusControl('seek'));
  if (event.key === 'ArrowDown' && from.matches('[data-control="seek"]'))
    return done(event, () => focusControl('play'));
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!row || !step || from.matches('input')) return;
  const stops = [...row.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')].filter(
    (stop) => stop.offsetParent !== null,
  );
  const next = stops[stops.indexOf(from as HTMLElement) + step];
  if (next) done(event, () => next.focus());
}
