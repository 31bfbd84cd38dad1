import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartRefused } from '@lakou/platform/database';
import { directly, readConfig } from '../../config.ts';
import { log } from '../../log.ts';
import { ApiClient } from './api-client.ts';
import { connectToServer } from './connect-to-server.ts';
import { importFilm, readCatalogue } from './import-film.ts';
import { readFolder } from './read-folder.ts';

/**
 * `npm run import -- <folder>`: every film in the folder becomes the video of the title of the same name, or a draft.
 * `Name S01E02.mp4` goes to that episode, `film.fr.srt` beside `film.mp4` becomes its subtitles. Safe to repeat.
 */
async function importFolder(): Promise<boolean> {
  const [given] = process.argv.slice(2);
  if (!given) throw new StartRefused('Which folder? npm run import -- /path/to/films');
  // npm changes into the project; the folder was named from where npm was called.
  const folder = resolve(process.env.INIT_CWD ?? '.', given);
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    throw new StartRefused(`${folder} is not a folder.`);
  }
  const films = await readFolder(folder);
  if (films.length === 0) throw new StartRefused(`There is no film in ${folder}.`);
  const config = directly(readConfig(process.env));
  log.level = 'error';
  const server = await connectToServer(config);
  console.log(
    server.running
      ? `Importing through the server at ${server.url}.`
      : `No server answers at http://${config.host}:${config.port}: importing into ${config.dataFolder} directly.`,
  );
  let failed = 0;
  try {
    const client = new ApiClient(server.url, server.serviceKey);
    const catalogue = await readCatalogue(client);
    for (const film of films) {
      try {
        const { title, outcome } = await importFilm(client, catalogue, film);
        console.log(`  ${outcome.padEnd(16)}${title}`);
        if (outcome === 'no such episode') failed += 1;
      } catch (error) {
        failed += 1;
        console.log(`  ${'failed'.padEnd(16)}${film.title}: ${(error as Error).message}`);
      }
    }
  } finally {
    await server.close();
  }
  const when = server.running ? 'are being prepared now' : 'will be prepared when the server runs';
  console.log(`${films.length - failed} of ${films.length} files imported; new videos ${when}.`);
  return failed === 0;
}

try {
  process.exitCode = (await importFolder()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartRefused ? error.message : error);
  process.exitCode = 1;
}
