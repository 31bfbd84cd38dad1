import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { ToastCard } from './toast-card.tsx';
import { createToastStore, type Toast, type ToastOptions } from './toast-store.ts';

const store = createToastStore();

function show(tone: Toast['tone'], text: string, options?: ToastOptions): void {
  // The server's process is shared: a toast must not wait there for the next reader.
  if (typeof document !== 'undefined') store.show(tone, text, options);
}

/** Shows a short message, from anywhere in the browser. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
};

const none: readonly Toast[] = [];

/**
 * Shows the toasts; once in the app. Its two live regions are empty from the start, as screen readers need. Not a
 * chunk of its own, because a lost network must be reported without the network.
 */
export function Toaster() {
  const t = useTranslations();
  const toasts = useSyncExternalStore(store.subscribe, store.current, () => none);
  const [hydrated, setHydrated] = useState(false);
  const [held, hold] = useState(false);
  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    const newest = toasts.at(-1);
    if (!newest) return;
    const close = (event: KeyboardEvent) => {
      // Esc closes an open dialog or menu first.
      if (event.key === 'Escape' && !event.defaultPrevented) store.dismiss(newest.id);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [toasts]);
  if (!hydrated) return null;
  const region = (live: 'assertive' | 'polite', shown: readonly Toast[]) => (
    <div aria-live={live} aria-relevant="additions" className="grid gap-3 empty:sr-only">
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
      // Not over the buttons of an open dialog, at its right.
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
