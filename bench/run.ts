import { spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * `npm run bench`: every speed claim, each measured beside its rival in one run, into bench/RESULTS.md.
 * `npm run bench -- rest auth` measures some of them and replaces their parts.
 */
const all = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`there is no bench called ${unknown.join(', ')}; there are ${all.join(', ')}`);

const results = join(import.meta.dirname, 'RESULTS.md');
/** Parts with the same minute were measured in one run. */
const begun = new Date().toISOString().slice(0, 16).replace('T', ' ');
for (const name of wanted.length > 0 ? wanted : all) record(name, await measure(name));

/** The bench's table is what it prints on standard output; its progress goes to standard error. */
async function measure(name: string): Promise<string> {
  console.error(`— ${name}`);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `${name}.bench.ts`)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  const [table, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`bench ${name} ended with ${code}`);
  console.log(table);
  return table;
}

/** Each bench has a part of its own in the file, between a line that names it and the next such line. */
function record(name: string, table: string): void {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const machine = `${cpus().length} × ${model.trim()} (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const [head = '', ...old] = readFileSync(results, 'utf8').split(/^(?=<!-- bench )/m);
  const parts = new Map(old.map((part) => [/^<!-- bench (\S+)/.exec(part)?.[1] ?? '', part]));
  parts.set(name, `<!-- bench ${name} -->\n\n*Run of ${begun} UTC, ${machine}*\n\n${table.trim()}\n\n`);
  const kept = all.flatMap((known) => parts.get(known) ?? []);
  writeFileSync(results, `${[head, ...kept].join('').trim()}\n`);
}
