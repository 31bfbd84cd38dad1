/**
 * A process that writes into an embedded database until it is killed. It prints which rows it found
 * (`found 1,2,3`), and each row once it is committed (`kept 4`). `unsynced` as its second argument: commits do not wait for the disk.
 */
import { writeSync } from 'node:fs';
import { openEmbedded } from '../../platform/src/database/embedded.ts';

const [folder, unsynced] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder?');

const waiting = new Int32Array(new SharedArrayBuffer(4));

/** Synchronously into the pipe: nothing printed before the kill is lost. A full pipe takes a part, or nothing for now. */
function say(line: string): void {
  let rest = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(waiting, 0, 0, 1);
    }
  }
}

const database = await openEmbedded({ folder, synced: unsynced !== 'unsynced' });
await database.query('create table if not exists rows (id int primary key, filling text not null)');
const found = await database.query<{ id: number }>('select id from rows order by id');
say(`found ${found.map(({ id }) => id).join(',')}`);

let last = found.at(-1)?.id ?? 0;
const filling = 'x'.repeat(500);

async function write(): Promise<never> {
  for (;;) {
    last += 1;
    const id = last;
    const row = { text: 'insert into rows values ($1, $2)', values: [String(id), filling] };
    if (id % 3 === 0) await database.transaction((transaction) => transaction.run(row));
    else await database.run([row]);
    say(`kept ${id}`);
    if (id % 50 === 0) await database.query('checkpoint');
  }
}

await Promise.all([write(), write(), write()]);
