import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from '@lakou/platform/database/embedded';
import { StartRefused } from '@lakou/platform/database/errors';
import { contentsOf, type Dump } from './dump.ts';

/** A running server is asked for its dump: the embedded database lets in one process alone. */
export class RunningServer {
  readonly #url: string;
  readonly #serviceKey: string;

  constructor(url: string, serviceKey: string) {
    this.#url = url;
    this.#serviceKey = serviceKey;
  }

  async holdRemovals(seconds: number): Promise<void> {
    await this.#ask(`hold?seconds=${seconds}`);
  }

  /** Answers the file's name in DATA_DIR/backups. */
  async dump(): Promise<string> {
    const { file } = (await this.#ask('dump')) as { file: string };
    return file;
  }

  async #ask(what: string): Promise<unknown> {
    const answer = await fetch(`${this.#url}/house/v1/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#serviceKey}` },
    });
    const body = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new StartRefused(`The server at ${this.#url} refuses: ${body.message}`);
    return body;
  }
}

/** The dump itself is asked what is in it: one that does not open is found out now. */
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
