import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { ToastCard } from './toast-card.tsx';
import { createToastStore, type Toast, type ToastOptions } from './toast-store.ts';

const store = createToastStore();

function say(tone: Toast['tone'], text: string, options?: ToastOptions): void {
  // The server's process is shared by everybody: what one reader is told must not wait there for the next.
  if (typeof document !== 'undefined') store.show(tone, text, options);
}

/** Says something in passing, from anywhere in the browser. */
export const toast = {
  success: (text: string, options?: ToastOptions) => say('success', text, options),
  error: (text: string, options?: ToastOptions) => say('error', text, options),
  info: (text: string, options?: ToastOptions) => say('info', text, options),
};

const none: readonly Toast[] = [];

/**
 * Where toasts appear. Once in the app. Its two live regions stand empty from the start, as screen readers need
 * them to; it is no chunk of its own, because "the network is gone" has to be sayable without the network.
 */
export function Toaster() {
  const t = useTranslations();
  const toasts = useSyncExternalStore(store.subscribe, store.current, () => none);
  const [alive, live] = useState(false);
  const [held, hold] = useState(false);
  useEffect(() => live(true), []);
  useEffect(() => {
    const newest = toasts.at(-1);
    if (!newest) return;
    const close = (event: KeyboardEvent) => {
      // Esc belongs to an open dialog or menu first.
      if (event.key === 'Escape' && !event.defaultPrevented) store.dismiss(newest.id);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [toasts]);
  if (!alive) return null;
  const region = (live: 'assertive' | 'polite', shown: readonly Toast[]) => (
    <div aria-live={live} aria-relevant="additions" className="grid gap-3 empty:hidden">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onDismiss={() => store.dismiss(toast.id)} />
      ))}
    </div>
  );
  return (
    <section
      data-toaster
      aria-label={t('shell.notifications')}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      // Not over the buttons of an open dialog, which stand at its right.
      className="pointer-events-none fixed inset-x-4 top-18 z-60 grid gap-3 sm:top-auto sm:bottom-4 sm:left-auto sm:w-96 sm:in-[body:has([role$=dialog])]:right-auto sm:in-[body:has([role$=dialog])]:left-4"
    >
      {region(
        'polite',
        toasts.filter(({ tone }) => tone !== 'error'),
      )}
      {region(
        'assertive',
        toasts.filter(({ tone }) => tone === 'error'),
      )}
    </section>
  );
}
