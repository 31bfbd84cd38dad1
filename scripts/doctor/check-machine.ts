import { execFile } from 'node:child_process';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../media/src/find-ffmpeg.ts';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, unknown, warning, well } from './finding.ts';

const MEGABYTE = 1024 * 1024;
const ENCODERS = ['libx264', 'aac'];
const AV1_ENCODERS = ['libsvtav1', 'libopus'];

export async function checkVersions(): Promise<Finding[]> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return [well(`Node ${process.versions.node}.`)];
  return [fault(`Node ${process.versions.node} runs this.`, 'Start with npm, which brings Node 24.')];
}

/** What a server writes to in the data folder. */
const WRITTEN = ['', 'database', 'storage', 'storage/objects', 'streams', 'backups'];

export async function checkDataFolder({ dataFolder, ingest }: Config): Promise<Finding[]> {
  const folders = WRITTEN.map((name) => join(dataFolder, name));
  const closed = [];
  for (const folder of folders)
    if (!(await canWrite(folder, { orMissing: folder !== dataFolder }))) closed.push(folder);
  if (closed.length > 0)
    return [
      fault(
        `The folder ${closed.join(', ')} does not exist, or may not be written to.`,
        `Start the server once, or give it to the user who runs it: chown -R <user> ${dataFolder}`,
      ),
    ];
  const { uid } = await stat(dataFolder);
  const isOurs = process.getuid === undefined || process.getuid() === uid;
  return [
    isOurs
      ? well(`The data folder ${dataFolder} can be written to.`)
      : unknown(
          `The data folder ${dataFolder} belongs to another user, whose rights were not examined.`,
          'Run this as the user who runs the server.',
        ),
    ...(await checkDisk(dataFolder, ingest.spareDisk)),
  ];
}

const canWrite = (folder: string, { orMissing }: { orMissing: boolean }) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => orMissing && code === 'ENOENT',
  );

/** The file with the settings, which are secrets in part: `.env`, or the one of ENV_FILE. */
export async function checkSettingsFile(root: string): Promise<Finding[]> {
  const file = resolve(root, process.env.ENV_FILE || '.env');
  const found = await stat(file).catch(() => undefined);
  if (!found || process.platform === 'win32') return [];
  if ((found.mode & 0o007) === 0) return [well(`Only its owner and group can read ${file}.`)];
  return [fault(`Everybody on this machine can read ${file}, with its secrets.`, `chmod 600 ${file}`)];
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
  if (!ingest.on) return [well('This process encodes no films (INGEST=off).')];
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
