export { FairQueue } from '../scheduling/fair-queue.ts';
