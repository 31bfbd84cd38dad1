import { spawn } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/**
 * `npm run bench`: every speed claim, each measured beside its rival in one run, into bench/RESULTS.md.
 * `npm run bench -- rest auth` measures some of them and leaves RESULTS.md alone.
 */
const all = globSync('*.bench.ts', { cwd: import.meta.dirname })
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`there is no bench called ${unknown.join(', ')}; there are ${all.join(', ')}`);

const parts: string[] = [];
for (const name of wanted.length > 0 ? wanted : all) parts.push(await measure(name));
if (wanted.length === 0) {
  const [{ model = 'unknown processor' } = {}] = cpus();
  const machine = `${cpus().length} × ${model.trim()} (${process.arch}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  writeFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `# What was measured

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.
Figures are noisy; the ratios are what counts: each was measured side by side in one run.

${parts.join('\n')}`,
  );
}

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
  const [table, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`bench ${name} ended with ${code}`);
  console.log(table);
  return table;
}
