import { startLakou } from './lakou-process.ts';

/** One real server with the demo world for all browser tests. */
export default async function browserServer(): Promise<() => Promise<void>> {
  const lakou = await startLakou();
  process.env.LAKOU_URL = lakou.url;
  return async () => {
    await lakou.stop();
  };
}
