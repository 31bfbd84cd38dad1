import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded, StartRefused } from '@lakou/platform/database';
import { contentsOf, type Dump } from './dump.ts';

/** Requests the dump from the running server, because one process alone can open the embedded database. */
export class RunningServer {
  readonly #url: string;
  readonly #serviceKey: string;

  constructor(url: string, serviceKey: string) {
    this.#url = url;
    this.#serviceKey = serviceKey;
  }

  async holdRemovals(seconds: number): Promise<void> {
    await this.#request(`hold?seconds=${seconds}`);
  }

  /** Answers the file's name in DATA_DIR/backups. */
  async dump(): Promise<string> {
    const { file } = (await this.#request('dump')) as { file: string };
    return file;
  }

  async #request(what: string): Promise<unknown> {
    const answer = await fetch(`${this.#url}/maintenance/v1/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#serviceKey}` },
    });
    const body = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new StartRefused(`The server at ${this.#url} refuses: ${body.message}`);
    return body;
  }
}

/** Reads the dump's content from the dump itself, which fails here if it cannot be opened. */
export async function describeEmbedded(file: string, folder: string): Promise<Dump> {
  const copy = join(folder, 'copy');
  try {
    const database = await openEmbedded({ folder: copy, template: file });
    const contents = await contentsOf(database).finally(() => database.close());
    return { ...contents, file, remove: () => rm(file, { force: true }) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
