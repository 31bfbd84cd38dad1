import { useEffect } from 'react';
import type { PanelName } from '../player-context.ts';
import type { Commands } from './use-commands.ts';

interface Keyboard {
  video: HTMLVideoElement | null;
  commands: Commands;
  panel: PanelName | null;
  open: (panel: PanelName | null) => void;
  toggleCaptions: () => void;
  wake: () => void;
}

const TYPING =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), textarea, select, [contenteditable]';
/** What a control that has the focus does with a key comes first. */
const OF_BUTTONS = /^( |Enter|Arrow\w+)$/;
const OF_INPUTS = /^( |Enter|Arrow\w+|Home|End|Page\w+)$/;

/** Keys of the whole page. */
export function useKeyboard(keyboard: Keyboard): void {
  const { video, commands, panel, open, toggleCaptions, wake } = keyboard;
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (!video || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest(TYPING)) return;
      wake();
      const focused =
        (target.closest('input') && OF_INPUTS.test(event.key)) ||
        (target.closest('button, a') && OF_BUTTONS.test(event.key));
      const hands = { video, commands, panel, open, toggleCaptions, wake };
      if (focused ? walk(event.key, target) : obey(event.key, hands)) event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [video, commands, panel, open, toggleCaptions, wake]);
}

/** Does what the key says; false when it says nothing. */
function obey(key: string, hands: Keyboard & { video: HTMLVideoElement }): boolean {
  const { video, commands, panel, open, toggleCaptions } = hands;
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
      commands.seekBy(-5);
      return true;
    case 'ArrowRight':
      commands.seekBy(5);
      return true;
    case 'ArrowUp':
      louderOrIn(commands, 0.05);
      return true;
    case 'ArrowDown':
      louderOrIn(commands, -0.05);
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
      commands.faster(-1);
      return true;
    case '>':
    case '.':
      commands.faster(1);
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

/** A remote control has no other way into the controls, and its volume is the television's. */
function louderOrIn(commands: Commands, by: number): void {
  if (matchMedia('(any-pointer: fine)').matches) commands.louder(by);
  else focusControl(by > 0 ? 'seek' : 'play');
}

function focusControl(name: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-control="${name}"]`);
  control?.focus();
  return control !== null;
}

/** Arrows lead from control to control, as a remote control expects: along the row, and up to the seek bar. */
function walk(key: string, from: Element): boolean {
  const row = from.closest('[data-row]');
  if (key === 'ArrowUp' && row) return focusControl('seek');
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
