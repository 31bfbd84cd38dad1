import { spawn } from 'node:child_process';
import { canceled, diskFull, MediaError } from './media-error.ts';

export interface Run {
  program: string;
  args: string[];
  folder?: string;
  niceness: number;
  /** Bytes of address space. */
  memory: number;
  seconds: number;
  stalledSeconds?: number;
  signal?: AbortSignal | undefined;
  /** Seconds of film done so far, as `-progress pipe:1` tells. */
  onProgress?: ((seconds: number) => void) | undefined;
}

export interface Ran {
  stdout: string;
  /** What it had to say: the beginning and the end, if it was a lot. */
  stderr: string;
}

const KEPT = 64 * 1024;
/** An answer that is read as a whole. */
const ANSWER = 8 * 1024 * 1024;

/**
 * ffmpeg reads what strangers uploaded: it runs apart, polite, with bounded memory, and never outlives us. The pipe on
 * its standard input closes when our process ends, however it ends, and the shell beside it then ends ffmpeg.
 */
const GUARD = `
ulimit -v "$1" 2>/dev/null
polite=$2
shift 2
exec 3<&0
nice -n "$polite" "$@" </dev/null 3<&- &
child=$!
{ read -r _ <&3; kill -9 "$child"; } 2>/dev/null &
watch=$!
wait "$child"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;

/** Runs ffmpeg or ffprobe to its end; throws with its last words when it fails, is called off or takes too long. */
export function runFfmpeg(run: Run): Promise<Ran> {
  const { program, args, folder, signal, onProgress } = run;
  if (signal?.aborted) return Promise.reject(canceled());
  const { promise, resolve, reject } = Promise.withResolvers<Ran>();
  const memory = String(Math.floor(run.memory / 1024));
  const child = spawn('/bin/sh', ['-c', GUARD, 'sh', memory, String(run.niceness), program, ...args], {
    ...(folder === undefined ? {} : { cwd: folder }),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, AV_LOG_FORCE_NOCOLOR: '1' },
  });
  child.stdin.on('error', () => {});
  let reason: MediaError | undefined;
  const end = (why: MediaError): void => {
    reason ??= why;
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  };
  const late = (): void => end(new MediaError('media_timed_out', 'The work took too long and was ended.'));
  const clock = setTimeout(late, run.seconds * 1000);
  let stalled = run.stalledSeconds ? setTimeout(late, run.stalledSeconds * 1000) : undefined;
  const callOff = (): void => end(canceled());
  signal?.addEventListener('abort', callOff, { once: true });

  const said = tail();
  child.stderr.setEncoding('utf8').on('data', said.add);
  const told = onProgress ? tail() : tail(ANSWER);
  let done = -1;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told.add(text);
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
    clearTimeout(clock);
    clearTimeout(stalled);
    stalled = undefined;
    signal?.removeEventListener('abort', callOff);
    const stderr = said.text();
    if (/No space left on device|Disk quota exceeded/.test(stderr)) reject(diskFull(lastLines(stderr)));
    else if (reason) reject(reason);
    else if (code === 0) resolve({ stdout: told.text(), stderr });
    else reject(new MediaError('media_failed', `ffmpeg ended with ${code}.`, lastLines(stderr)));
  });
  return promise;
}

const lastLines = (text: string): string => text.trim().split('\n').slice(-12).join('\n');

/** Keeps the beginning and the end of what may be long. */
function tail(kept = KEPT): { add: (text: string) => void; text: () => string } {
  let head = '';
  let rest = '';
  return {
    add(text) {
      if (head.length < kept) head += text;
      else rest = (rest + text).slice(-kept);
    },
    text: () => head + rest,
  };
}
