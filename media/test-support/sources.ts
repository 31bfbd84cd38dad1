import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Small films drawn by ffmpeg itself, each odd in its own way. */
const ffmpeg = (...args: string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
/** A square that crosses the sea: every picture differs from the one before, and none is much work. */
const picture = (size: string, rate: string | number, seconds: number): string[] => [
  ...['-f', 'lavfi', '-i'],
  `color=navy:size=${size}:rate=${rate}:duration=${seconds},drawbox=x=mod(t*90\\,iw-80):y=40:w=80:h=80:color=gold:t=fill`,
];
const tone = (hertz: number, seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=${seconds}`],
];
const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

type Drawer = (out: string, folder: string) => void;

const drawers = {
  /** Held upright: the picture lies, and a note in the file says to turn it. */
  'phone.mp4': (out, folder) => {
    const lying = join(folder, 'lying.mp4');
    ffmpeg(...picture('640x360', 60, 3), ...tone(300, 3), ...QUICK, '-c:a', 'aac', lying);
    ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', out);
  },
  /** Pictures come when they come. */
  'uneven.mkv': (out) =>
    ffmpeg(
      ...[...picture('320x180', 30, 5), ...tone(300, 5)],
      ...[
        '-vf',
        "select='not(eq(mod(n,7),3)+eq(mod(n,11),5))'",
        '-vsync',
        'vfr',
        ...QUICK,
        '-c:a',
        'aac',
        out,
      ],
    ),
  'silent.mp4': (out) => ffmpeg(...picture('320x180', 25, 3), ...QUICK, out),
  /** Six channels, all quiet. */
  'surround.mkv': (out) =>
    ffmpeg(
      ...picture('320x180', 25, 5),
      ...[
        '-f',
        'lavfi',
        '-i',
        "aevalsrc='0.01*sin(880*t)|0.01*sin(900*t)|0.02*sin(700*t)|0|0|0':c=5.1:s=48000:d=5",
      ],
      ...[...QUICK, '-c:a', 'ac3', out],
    ),
  'ten-bit.mkv': (out) =>
    ffmpeg(
      ...picture('320x180', 24, 3),
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
      out,
    ),
  /** Much must move for half pictures to be told from whole ones. */
  'interlaced.ts': (out) =>
    ffmpeg(
      ...[
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=352x288:rate=50:duration=3',
        ...tone(300, 3),
        '-vf',
        'tinterlace=interleave_top,setfield=tff',
      ],
      ...['-c:v', 'mpeg2video', '-flags', '+ildct+ilme', '-b:v', '2M', '-c:a', 'mp2', out],
    ),
  /** Two languages to hear, one to read; large enough for a third and a fourth rung. */
  'two-languages.mkv': (out, folder) => {
    const lines = join(folder, 'lines.srt');
    writeFileSync(
      lines,
      '1\n00:00:00,500 --> 00:00:02,000\nBonswa & <b>byenvini</b>\n\n2\n00:00:02,500 --> 00:00:04,000\nLanmè a\n',
    );
    ffmpeg(
      ...[...picture('960x540', '24000/1001', 5), ...tone(300, 5), ...tone(500, 5), '-i', lines],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...QUICK, '-c:a', 'aac', '-c:s', 'srt'],
      ...['-metadata:s:a:0', 'language=hat', '-metadata:s:a:1', 'language=fre'],
      ...['-metadata:s:s:0', 'language=hat', '-disposition:a:0', 'default', out],
    );
  },
} satisfies Record<string, Drawer>;

export type SourceName = keyof typeof drawers;

/** The path of a source, drawn on first use. */
export function sourceFile(folder: string, name: SourceName): string {
  mkdirSync(folder, { recursive: true });
  const out = join(folder, name);
  if (!existsSync(out)) drawers[name](out, folder);
  return out;
}
