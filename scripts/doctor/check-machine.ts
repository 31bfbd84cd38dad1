import { execFile } from 'node:child_process';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSigningKeys } from '@lakou/platform/keys';
import { findFfmpeg } from '../../media/src/find-ffmpeg.ts';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, warning, well } from './finding.ts';

const MEGABYTE = 1024 * 1024;
const ENCODERS = ['libx264', 'aac'];
const AV1_ENCODERS = ['libsvtav1', 'libopus'];

export async function checkVersions(): Promise<Finding[]> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return [well(`Node ${process.versions.node}.`)];
  return [fault(`Node ${process.versions.node} runs this.`, 'Start with npm, which brings Node 24.')];
}

/** The folder with database, files and keys: ours to write, with free space, and nobody else's to read the keys. */
export async function checkDataFolder({ dataFolder, jwtKeys, ingest }: Config): Promise<Finding[]> {
  const canWrite = await access(dataFolder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!canWrite)
    return [
      fault(
        `The data folder ${dataFolder} does not exist, or may not be written to.`,
        'Start the server once, or give the folder to the user who runs it: chown -R <user> <folder>.',
      ),
    ];
  return [
    well(`The data folder ${dataFolder} can be written to.`),
    ...(await checkKeys(dataFolder, jwtKeys)),
    ...(await checkDisk(dataFolder, ingest.spareDisk)),
  ];
}

async function checkKeys(folder: string, given: string | undefined): Promise<Finding[]> {
  const file = join(folder, 'keys.json');
  try {
    await parseSigningKeys(given ?? (await readFile(file, 'utf8')), given ? 'JWT_KEYS' : file);
    const known = well('The signing keys can be read.');
    if (given || process.platform === 'win32' || ((await stat(file)).mode & 0o077) === 0) return [known];
    return [known, fault(`Others on this machine can read ${file}.`, `chmod 600 ${file}`)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return [
        warning(
          'There are no signing keys yet.',
          'The first start makes them. After a restore: copy keys.json from the backup, or everybody has to sign in again.',
        ),
      ];
    return [
      fault(
        `The signing keys cannot be read: ${(error as Error).message}`,
        'Put keys.json of the last backup back.',
      ),
    ];
  }
}

async function checkDisk(folder: string, spareBytes: number): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const share = Math.round((bavail / blocks) * 100);
  const text = `${free.toLocaleString('en')} MB are free where the data is (${share} %).`;
  if (bavail * bsize < spareBytes)
    return [
      fault(text, 'Films are not encoded until there is more: enlarge the disk or remove what is not ours.'),
    ];
  if (share < 10) return [warning(text, 'Enlarge the disk before uploads and backups fill it.')];
  return [well(text)];
}

export async function checkFfmpeg({ ingest }: Config): Promise<Finding[]> {
  if (!ingest.on) return [well('This process encodes no films (INGEST=no).')];
  try {
    const { ffmpeg, version } = await findFfmpeg();
    const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', '-encoders'], { timeout: 20_000 });
    const lacking = (names: string[]) => names.filter((name) => !new RegExp(`\\s${name}\\s`).test(stdout));
    const missing = lacking(ENCODERS);
    if (missing.length > 0)
      return [
        fault(
          `ffmpeg ${version} lacks ${missing.join(' and ')}.`,
          'Install the ffmpeg of your distribution.',
        ),
      ];
    const missingForAv1 = ingest.av1 ? lacking(AV1_ENCODERS) : [];
    return [
      well(`ffmpeg ${version} can encode films.`),
      ...(missingForAv1.length > 0
        ? [
            warning(
              `ffmpeg ${version} lacks ${missingForAv1.join(' and ')}: films are encoded in H.264 alone.`,
              'Install the ffmpeg of your distribution, or set INGEST_AV1=off. AV1 needs fewer megabytes for the same picture.',
            ),
          ]
        : []),
    ];
  } catch (error) {
    return [fault((error as Error).message, 'Without ffmpeg uploaded films cannot be played.')];
  }
}
