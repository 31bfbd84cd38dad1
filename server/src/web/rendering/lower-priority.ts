import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the main thread, which answers everybody, go first when there are more threads than processors. Linux has a priority
 * for each thread; elsewhere nothing changes.
 */
export function lowerPriority(): void {
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // There is no such file.
  }
}
