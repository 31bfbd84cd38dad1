import { useEffect } from 'react';
import { hasTelevisionLayout } from '#lib/television/layout.ts';
import type { PanelName } from '../player-context.ts';
import type { Commands } from './use-commands.ts';
import type { Scrub } from './use-scrub.ts';

interface KeyboardOptions {
  video: HTMLVideoElement | null;
  commands: Commands;
  pressArrow: Scrub['press'];
  onNext: (() => void) | undefined;
  panel: PanelName | null;
  open: (panel: PanelName | null) => void;
  toggleCaptions: () => void;
  wake: () => void;
}

const TYPING =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
/** Keys that a focused control handles itself. */
const BUTTON_KEYS = /^( |Enter|Arrow\w+)$/;
const INPUT_KEYS = /^( |Enter|Arrow\w+|Home|End|Page\w+)$/;

/** Keyboard shortcuts for the whole page. */
export function useKeyboard(options: KeyboardOptions): void {
  const { video, commands, pressArrow, onNext, panel, open, toggleCaptions, wake } = options;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (!video || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(TYPING)) return;
      wake();
      const focused =
        (target.closest('input') && INPUT_KEYS.test(event.key)) ||
        (target.closest('button, a') && BUTTON_KEYS.test(event.key));
      const handled = focused
        ? moveFocus(event.key, target)
        : handleKey(event, { video, commands, pressArrow, onNext, panel, open, toggleCaptions, wake });
      if (handled) event.preventDefault();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [video, commands, pressArrow, onNext, panel, open, toggleCaptions, wake]);
}

/** Runs the key's command; false when the key has none. */
function handleKey(
  { key, repeat }: KeyboardEvent,
  options: KeyboardOptions & { video: HTMLVideoElement },
): boolean {
  const { video, commands, pressArrow, panel, open, toggleCaptions } = options;
  if (key.startsWith('Media')) return hasTelevisionLayout() && handleMediaKey(key, options);
  if (/^\d$/.test(key)) {
    commands.seekTo((video.duration * Number(key)) / 10);
    return true;
  }
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'Escape':
      if (!panel) return false;
      open(null);
      return true;
    case ' ':
    case 'k':
      commands.toggle();
      return true;
    case 'Enter':
      commands.toggle();
      focusControl('play');
      return true;
    case 'j':
      commands.seekBy(-10);
      return true;
    case 'l':
      commands.seekBy(10);
      return true;
    case 'ArrowLeft':
      pressArrow(-1, repeat);
      return true;
    case 'ArrowRight':
      pressArrow(1, repeat);
      return true;
    case 'ArrowUp':
      changeVolumeOrFocus(commands, 0.05);
      return true;
    case 'ArrowDown':
      changeVolumeOrFocus(commands, -0.05);
      return true;
    case 'm':
      commands.mute();
      return true;
    case 'f':
      commands.fullScreen();
      return true;
    case 'c':
      toggleCaptions();
      return true;
    case '<':
    case ',':
      commands.changeSpeed(-1);
      return true;
    case '>':
    case '.':
      commands.changeSpeed(1);
      return true;
    case 'Home':
      commands.seekTo(0);
      return true;
    case 'End':
      commands.seekTo(video.duration);
      return true;
    case '?':
      open(panel === 'keys' ? null : 'keys');
      return true;
    default:
      return false;
  }
}

/** The keys of a remote control, on televisions that do not tell the media session. */
function handleMediaKey(
  key: string,
  { video, commands, onNext }: KeyboardOptions & { video: HTMLVideoElement },
): boolean {
  switch (key) {
    case 'MediaPlayPause':
      commands.toggle();
      return true;
    case 'MediaPlay':
      if (video.paused) commands.toggle();
      return true;
    case 'MediaPause':
    case 'MediaStop':
      if (!video.paused) commands.toggle();
      return true;
    case 'MediaRewind':
      commands.seekBy(-10);
      return true;
    case 'MediaFastForward':
      commands.seekBy(10);
      return true;
    case 'MediaTrackPrevious':
      commands.seekTo(0);
      return true;
    case 'MediaTrackNext':
      onNext?.();
      return onNext !== undefined;
    default:
      return false;
  }
}

/** On a remote control the arrows move the focus into the controls: the television has its own volume keys. */
function changeVolumeOrFocus(commands: Commands, by: number): void {
  if (!hasTelevisionLayout() && matchMedia('(any-pointer: fine)').matches) commands.changeVolume(by);
  else focusControl(by > 0 ? 'seek' : 'play');
}

function focusControl(name: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
  control?.focus();
  return control !== null;
}

/** Arrow keys move the focus along the row of buttons and up to the seek bar, for remote controls. */
function moveFocus(key: string, from: Element): boolean {
  const row = from.closest('[data-row]');
  if (key === 'ArrowUp' && row) return focusControl('seek');
  if (key === 'ArrowUp' && from.matches('[data-control="seek"]')) return focusControl('leave');
  if (key === 'ArrowDown' && from.matches('[data-control="leave"]')) return focusControl('seek');
  if (key === 'ArrowDown' && from.matches('[data-control="seek"]')) return focusControl('play');
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!row || !step || from.matches('input')) return false;
  const stops = [...row.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter(
    (stop) => stop.offsetParent !== null,
  );
  const next = stops[stops.indexOf(from as HTMLElement) + step];
  next?.focus();
  return next !== undefined;
}
