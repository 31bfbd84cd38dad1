import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Crowd, Result } from './realtime-crowd.ts';

/** Subscribers in a worker thread, which reports when the expected number of messages has arrived. */
export async function gather(crowd: Crowd) {
  const worker = new Worker(new URL('./realtime-crowd.ts', import.meta.url), { workerData: crowd });
  const exited = once(worker, 'exit');
  const [ready] = await once(worker, 'message');
  if (ready !== 'ready') throw new Error(`the crowd did not gather: ${ready}`);
  return {
    async result(expected: number): Promise<Result> {
      worker.postMessage(expected);
      const [result] = (await once(worker, 'message')) as [Result];
      await exited;
      return result;
    },
  };
}
