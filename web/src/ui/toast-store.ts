interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  tone: 'success' | 'error' | 'info';
  text: string;
  action?: ToastAction;
  /** Milliseconds it stays. */
  duration: number;
}

export interface ToastOptions {
  action?: ToastAction;
  duration?: number;
}

const MAX_SHOWN = 3;
const REPEAT_WITHIN_MS = 1000;
/** Milliseconds. Longer for errors, longest with a button. */
const DURATIONS = { success: 5000, info: 6000, error: 8000, withAction: 10_000 };

/** The list of toasts, filled from anywhere and shown by the Toaster. */
export function createToastStore(now: () => number = Date.now) {
  let toasts: readonly Toast[] = [];
  let last: { tone: Toast['tone']; text: string; at: number } | undefined;
  let nextId = 1;
  const listeners = new Set<() => void>();

  function replace(next: readonly Toast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function show(tone: Toast['tone'], text: string, { action, duration }: ToastOptions = {}): void {
    const at = now();
    const previous = last;
    last = { tone, text, at };
    if (previous?.tone === tone && previous.text === text && at - previous.at < REPEAT_WITHIN_MS) return;
    const stays = duration ?? (action ? DURATIONS.withAction : DURATIONS[tone]);
    const added: Toast = { id: nextId++, tone, text, duration: stays, ...(action && { action }) };
    replace([...toasts, added].slice(-MAX_SHOWN));
  }

  return {
    show,
    dismiss(id: number): void {
      if (toasts.some((toast) => toast.id === id)) replace(toasts.filter((toast) => toast.id !== id));
    },
    current: () => toasts,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
