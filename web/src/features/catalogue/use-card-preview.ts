import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** How long the pointer rests, the focus stays or the finger presses before a preview opens. */
const REST_MS = 600;
const FOCUS_MS = 900;
const PRESS_MS = 500;

/** Opens the preview of a card. Scrolling, leaving the card, Escape and a tap elsewhere close it. */
export function useCardPreview() {
  const card = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Closed by Escape: stays closed until the pointer or the focus comes back. */
  const dismissed = useRef(false);
  /** Opened by a finger, whose release must not follow the link. */
  const pressed = useRef(false);
  const [open, setOpen] = useState(false);

  const wait = (ms: number, isPress = false): void => {
    clearTimeout(timer.current);
    if (open || dismissed.current || !('popover' in HTMLElement.prototype)) return;
    timer.current = setTimeout(() => {
      pressed.current = isPress;
      setOpen(true);
    }, ms);
  };
  const close = (): void => {
    clearTimeout(timer.current);
    dismissed.current = false;
    setOpen(false);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dismissed.current = true;
      setOpen(false);
    };
    const onOutside = (event: Event): void => {
      if (!card.current?.contains(event.target as Node)) setOpen(false);
    };
    const onScroll = (event: Event): void => {
      if (!(event.target instanceof Element && card.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onOutside, true);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onOutside, true);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, [open]);

  return {
    open,
    cardProps: {
      ref: card,
      // A card that moves below a resting pointer opens nothing.
      onPointerMove: ({ pointerType, movementX, movementY }: PointerEvent) =>
        pointerType === 'mouse' && (movementX || movementY) && wait(REST_MS),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && close(),
      onFocus: ({ target }: FocusEvent) => target.matches('.title-card-link:focus-visible') && wait(FOCUS_MS),
      onBlur: ({ relatedTarget }: FocusEvent) => !card.current?.contains(relatedTarget) && close(),
      onTouchStart: () => {
        dismissed.current = false;
        wait(PRESS_MS, true);
      },
      onTouchMove: () => clearTimeout(timer.current),
      onTouchCancel: () => clearTimeout(timer.current),
      onTouchEnd: () => clearTimeout(timer.current),
      onContextMenu: (event: MouseEvent) => pressed.current && open && event.preventDefault(),
      onClickCapture: (event: MouseEvent) => {
        clearTimeout(timer.current);
        if (pressed.current && (event.target as Element).closest('.title-card-link')) event.preventDefault();
        pressed.current = false;
      },
    },
  };
}
