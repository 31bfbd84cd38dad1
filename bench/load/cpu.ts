import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux; everywhere else nothing is known. */
const TICKS_PER_SECOND = 100;

interface Entry {
  parent: number;
  ticks: number;
}

/** Seconds of processor time of a process and of all it started, so far. Undefined where that cannot be read. */
export function cpuSeconds(pid: number | undefined): number | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  const all = new Map<number, Entry>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const entry = readEntry(Number(name));
    if (entry) all.set(Number(name), entry);
  }
  const belongs = (id: number): boolean => {
    for (let at = id, depth = 0; at > 1 && depth < 20; depth += 1) {
      if (at === pid) return true;
      at = all.get(at)?.parent ?? 0;
    }
    return false;
  };
  const own = [...all].filter(([id]) => belongs(id));
  return own.reduce((sum, [, { ticks }]) => sum + ticks, 0) / TICKS_PER_SECOND;
}

/** Fields after the name in brackets: state, parent, …; user and system time are the 12th and 13th, of ended children the next two. */
function readEntry(pid: number): Entry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      ticks: [11, 12, 13, 14].reduce((sum, n) => sum + Number(fields[n]), 0),
    };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
