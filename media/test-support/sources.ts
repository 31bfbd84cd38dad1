import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Generates small films with ffmpeg, one per unusual property. */
const ffmpeg = (...args: string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
/** A moving square: every frame differs from the one before and is cheap to encode. */
const video = (size: string, rate: string | number, seconds: number): string[] => [
  ...['-f', 'lavfi', '-i'],
  `color=navy:size=${size}:rate=${rate}:duration=${seconds},drawbox=x=mod(t*90\\,iw-80):y=40:w=80:h=80:color=gold:t=fill`,
];
const tone = (hertz: number, seconds: number): string[] => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=${seconds}`],
];
const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

type Generator = (out: string, folder: string) => void;

const generators = {
  /** A portrait recording: landscape frames with rotation metadata. */
  'phone.mp4': (out, folder) => {
    const landscape = join(folder, 'landscape.mp4');
    ffmpeg(...video('640x360', 60, 3), ...tone(300, 3), ...QUICK, '-c:a', 'aac', landscape);
    ffmpeg('-i', landscape, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', out);
  },
  /** Variable frame rate. */
  'uneven.mkv': (out) =>
    ffmpeg(
      ...[...video('320x180', 30, 5), ...tone(300, 5)],
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
  /** A clock, long enough for pieces; its frames come unevenly, and none between 5 and 7 seconds, where a piece begins. */
  'pauses.mkv': (out) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=24:duration=24:decimals=2', ...tone(300, 24)],
      ...['-vf', "select='not(between(t,5,7)+eq(mod(n,7),3))'", '-vsync', 'vfr', ...QUICK, '-g', '48'],
      ...['-c:a', 'aac', out],
    ),
  'silent.mp4': (out) => ffmpeg(...video('320x180', 25, 3), ...QUICK, out),
  /** 5.1 audio, all channels quiet. */
  'surround.mkv': (out) =>
    ffmpeg(
      ...video('320x180', 25, 5),
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
      ...video('320x180', 24, 3),
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p10le',
      out,
    ),
  /** Enough motion for the idet filter to recognise interlacing. */
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
  /** Two audio tracks and one subtitle track; large enough for four rungs. */
  'two-languages.mkv': (out, folder) => {
    const lines = join(folder, 'lines.srt');
    writeFileSync(
      lines,
      '1\n00:00:00,500 --> 00:00:02,000\nBonswa & <b>byenvini</b>\n\n2\n00:00:02,500 --> 00:00:04,000\nLanmè a\n',
    );
    ffmpeg(
      ...[...video('960x540', '24000/1001', 5), ...tone(300, 5), ...tone(500, 5), '-i', lines],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...QUICK, '-c:a', 'aac', '-c:s', 'srt'],
      ...['-metadata:s:a:0', 'language=hat', '-metadata:s:a:1', 'language=fre'],
      ...['-metadata:s:s:0', 'language=hat', '-disposition:a:0', 'default', out],
    );
  },
  /** The description is first and marked as default, as some tools write it. */
  'described.mkv': (out, folder) => {
    const lines = join(folder, 'sounds.srt');
    writeFileSync(lines, '1\n00:00:00,500 --> 00:00:02,000\n[dlo ap koule]\n');
    ffmpeg(
      ...[...video('320x180', '12', 3), ...tone(500, 3), ...tone(300, 3), '-i', lines],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', ...QUICK, '-c:a', 'aac', '-c:s', 'srt'],
      ...[
        '-metadata:s:a:0',
        'language=hat',
        '-metadata:s:a:1',
        'language=hat',
        '-metadata:s:s:0',
        'language=hat',
      ],
      ...['-disposition:a:0', 'default+visual_impaired', '-disposition:a:1', '0'],
      ...['-disposition:s:0', 'hearing_impaired', out],
    );
  },
} satisfies Record<string, Generator>;

export type SourceName = keyof typeof generators;

/** The path of a source, generated on first use. */
export function sourceFile(folder: string, name: SourceName): string {
  mkdirSync(folder, { recursive: true });
  const out = join(folder, name);
  if (!existsSync(out)) generators[name](out, folder);
  return out;
}
