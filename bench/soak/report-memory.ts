/** Preloaded into the watched server: on request it collects garbage and reports its memory. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

process.on('message', async (message) => {
  if (message !== 'memory') return;
  const lagP99 = delay.percentile(99) / 1e6 - 10;
  for (let round = 0; round < 3; round += 1) {
    global.gc?.();
    await sleep(100);
  }
  delay.reset();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, buffers: external, lagP99: Math.max(0, lagP99) });
});
