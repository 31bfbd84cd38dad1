import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import type { Toast } from './toast-store.ts';

const looks = {
  success: { icon: 'check', edge: 'border-s-free', colour: 'text-free-text' },
  error: { icon: 'alert', edge: 'border-s-action', colour: 'text-danger-text' },
  info: { icon: 'info', edge: 'border-s-highlight', colour: 'text-highlight-text' },
} as const satisfies Record<Toast['tone'], { icon: IconName; edge: string; colour: string }>;

const SWIPED_AWAY = 80;

interface ToastCardProps {
  toast: Toast;
  /** Hovered or focused: the timer is paused. */
  held: boolean;
  onDismiss: () => void;
}

export function ToastCard({ toast, held, onDismiss }: ToastCardProps) {
  const t = useTranslations();
  const { icon, edge, colour } = looks[toast.tone];
  const dismiss = useEffectEvent(onDismiss);
  const remaining = useRef(toast.duration);
  useEffect(() => {
    if (held) return;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= Date.now() - since;
    };
  }, [held]);
  return (
    <div
      {...swipe(onDismiss)}
      className={cx(
        'pointer-events-auto flex touch-pan-y animate-rise items-center gap-3 rounded-m border border-s-4 border-line bg-surface-raised py-1.5 ps-4 pe-1.5 text-text shadow-shade select-none',
        edge,
      )}
    >
      <Icon name={icon} className={colour} />
      <p className="min-w-0 flex-1 py-1.5 leading-snug font-medium wrap-anywhere">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.onClick();
            onDismiss();
          }}
          className="min-h-11 rounded-m px-3 font-semibold text-highlight-text hover:underline"
        >
          {toast.action.label}
        </button>
      )}
      <IconButton icon="close" label={t('shell.close')} onClick={onDismiss} />
    </div>
  );
}

/** Swipe to dismiss: beyond the threshold the toast goes, before it the toast springs back. */
function swipe(onDismiss: () => void) {
  let start: number | undefined;
  const moved = (event: PointerEvent<HTMLElement>) => (start === undefined ? 0 : event.clientX - start);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' && !(event.target as Element).closest('button'))
        start = event.clientX;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start !== undefined) event.currentTarget.style.translate = `${moved(event)}px 0`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (Math.abs(moved(event)) > SWIPED_AWAY) onDismiss();
      else event.currentTarget.style.translate = '';
      start = undefined;
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      event.currentTarget.style.translate = '';
      start = undefined;
    },
  };
}
