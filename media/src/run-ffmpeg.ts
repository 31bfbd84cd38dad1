import { spawn } from 'node:child_process';
import { isolatedEnvironment, withoutNetwork } from './isolation.ts';
import { canceled, diskFull, MediaError } from './media-error.ts';

export interface FfmpegOptions {
  program: string;
  folder?: string;
  niceness: number;
  /** Bytes of address space. */
  memory: number;
  seconds: number;
  stalledSeconds?: number;
  signal?: AbortSignal | undefined;
  /** Seconds of film processed so far, as reported by `-progress pipe:1`. */
  onProgress?: ((seconds: number) => void) | undefined;
}

interface FfmpegRun extends FfmpegOptions {
  args: string[];
}

interface FfmpegOutput {
  stdout: string;
  /** Beginning and end only, if it is long. */
  stderr: string;
}

const MAX_LOG = 64 * 1024;
/** For stdout that is parsed, such as the JSON of ffprobe. */
const MAX_OUTPUT = 8 * 1024 * 1024;

/**
 * ffmpeg reads untrusted uploads, so it runs in its own process group with low priority and bounded memory, without our
 * environment and, where the system allows, without network access. The shell holds a pipe from this process: when the pipe closes, even after SIGKILL, the shell kills ffmpeg.
 */
const WRAPPER = `
ulimit -v "$1" 2>/dev/null
niceness=$2
shift 2
exec 3<&0
nice -n "$niceness" "$@" </dev/null 3<&- &
child=$!
{ read -r _ <&3; kill -9 "$child"; } 2>/dev/null &
watch=$!
wait "$child"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/** Runs ffmpeg or ffprobe. Throws a MediaError with the last log lines if it fails, is aborted or takes too long. */
export async function runFfmpeg(run: FfmpegRun): Promise<FfmpegOutput> {
  const { program, args, folder, signal, onProgress } = run;
  const command = [...(await withoutNetwork()), program, ...args];
  if (signal?.aborted) throw canceled();
  const { promise, resolve, reject } = Promise.withResolvers<FfmpegOutput>();
  const memory = String(Math.floor(run.memory / 1024));
  const child = spawn('/bin/sh', ['-c', WRAPPER, 'sh', memory, String(run.niceness), ...command], {
    ...(folder === undefined ? {} : { cwd: folder }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: isolatedEnvironment(),
  });
  child.stdin.on('error', () => {});
  let reason: MediaError | undefined;
  const kill = (why: MediaError): void => {
    reason ??= why;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  };
  const onTimeout = (): void =>
    kill(new MediaError('media_timed_out', 'ffmpeg took too long and was stopped.'));
  const timeout = setTimeout(onTimeout, run.seconds * 1000);
  let stalled = run.stalledSeconds ? setTimeout(onTimeout, run.stalledSeconds * 1000) : undefined;
  const onAbort = (): void => kill(canceled());
  signal?.addEventListener('abort', onAbort, { once: true });

  const log = createBoundedText(MAX_LOG);
  child.stderr.setEncoding('utf8').on('data', log.add);
  const output = createBoundedText(onProgress ? MAX_LOG : MAX_OUTPUT);
  let done = -1;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.add(text);
    if (!onProgress) return;
    const seconds = Number(/out_time_us=(\d+)\s(?!.*out_time_us)/s.exec(text)?.[1] ?? Number.NaN) / 1e6;
    if (!(seconds > done)) return;
    done = seconds;
    stalled?.refresh();
    onProgress(seconds);
  });
  child.once('error', (error) => {
    reason ??= new MediaError('media_failed', `ffmpeg could not be started: ${error.message}`);
  });
  child.once('close', (code) => {
    clearTimeout(timeout);
    clearTimeout(stalled);
    stalled = undefined;
    signal?.removeEventListener('abort', onAbort);
    const stderr = log.text();
    if (/No space left on device|Disk quota exceeded/.test(stderr)) reject(diskFull(lastLines(stderr)));
    else if (reason) reject(reason);
    else if (code === 0) resolve({ stdout: output.text(), stderr });
    else reject(new MediaError('media_failed', `ffmpeg exited with code ${code}.`, lastLines(stderr)));
  });
  return promise;
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-12).join('\n');

/** Collects text but keeps only its beginning and end, `limit` characters each. */
function createBoundedText(limit: number): { add: (text: string) => void; text: () => string } {
  let head = '';
  let rest = '';
  return {
    add(text) {
      if (head.length < limit) head += text;
      else rest = (rest + text).slice(-limit);
    },
    text: () => head + rest,
  };
}
