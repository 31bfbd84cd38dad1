import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAv1 } from '../../media/src/encode-av1.ts';
import { encodeFilm } from '../../media/src/encode-film.ts';
import { clips } from './clips.ts';
import { renderFilm } from './render-film.ts';

/**
 * Draws and encodes a short film for every published title of the demo world into supabase/streams, with the keys that
 * the seed needs; they are public demo material. `build.ts kok-kalite …` builds only the names given.
 */
const target = join(import.meta.dirname, '../../supabase/streams');
const keyOf = (name: string): Buffer =>
  createHash('sha256').update(`lakou demo ${name}`).digest().subarray(0, 16);
const names = process.argv.slice(2);
/** One is also in AV1, for those who want to see it play. */
const inAv1 = ['la-nuit-des-lucioles'];
const AV1_CRF = 46;

for (const { name, size, seed, audioTracks, subtitles, scenes } of clips) {
  if (names.length > 0 && !names.includes(name)) continue;
  const work = mkdtempSync(join(tmpdir(), 'lakou-clip-'));
  const folder = join(target, name);
  try {
    const source = await renderFilm(work, { scenes: await scenes(), size, audioTracks, subtitles, seed });
    rmSync(folder, { recursive: true, force: true });
    // One thread: the bytes do not depend on the machine's number of cores.
    const limits = {
      threads: 1,
      maxRungBitrate: 730,
      maxAudioBitrate: 20,
      crf: 38,
      niceness: 0,
      spareDisk: 0,
    };
    const task = { source, folder, key: keyOf(name), limits };
    const film = await encodeFilm(task);
    if (inAv1.includes(name)) {
      const onRung = async () => {};
      const av1 = await encodeAv1({ ...task, film, onRung, limits: { ...limits, crf: AV1_CRF } });
      writeFileSync(join(folder, 'film.json'), `${JSON.stringify({ ...film, av1 })}\n`);
    }
    const { rungs } = film;
    process.stdout.write(
      `${name}: ${kilobytes(folder)} KB, ${rungs.map((rung) => rung.average_bandwidth).join(' ')}\n`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
const keys = Object.fromEntries(clips.map(({ name }) => [name, keyOf(name).toString('hex')]));
writeFileSync(join(target, 'keys.json'), `${JSON.stringify(keys, null, 2)}\n`);
process.stdout.write(`${clips.length} clips, ${kilobytes(target)} KB\n`);

function kilobytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    statSync(join(folder, name)),
  );
  return Math.round(files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0) / 1024);
}
