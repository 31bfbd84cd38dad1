const waiting: (() => void)[] = [];
let isScheduled = false;

/** Runs tasks in their order, one in each turn of the event loop: many at once would keep all others waiting. */
export function inTurn(task: () => void): void {
  waiting.push(task);
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    try {
      waiting.shift()?.();
    } finally {
      schedule();
    }
  });
}
