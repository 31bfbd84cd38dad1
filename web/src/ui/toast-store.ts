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

const MOST_AT_ONCE = 3;
const SAME_WITHIN = 1000;
/** Longer for what went wrong, and longest where there is something to press. */
const STAYS = { success: 5000, info: 6000, error: 8000, withAction: 10_000 };

/** Holds what is to be said, from wherever it is said, for whoever shows it. */
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
    const said = last;
    last = { tone, text, at };
    if (said?.tone === tone && said.text === text && at - said.at < SAME_WITHIN) return;
    const stays = duration ?? (action ? STAYS.withAction : STAYS[tone]);
    const added: Toast = { id: nextId++, tone, text, duration: stays, ...(action && { action }) };
    replace([...toasts, added].slice(-MOST_AT_ONCE));
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
