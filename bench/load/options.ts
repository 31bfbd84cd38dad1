import { parseArgs } from 'node:util';
import { MIXES, type MixName } from './mix.ts';
import { SETUPS, type SetupName } from './setup-names.ts';

export interface LoadOptions {
  /** A server that is already running; otherwise the setups are started. */
  url: string | undefined;
  setups: SetupName[];
  mix: MixName;
  /** The first number of people, and the largest. */
  from: number;
  most: number;
  /** How long each number is measured. */
  seconds: number;
  out: string;
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;
/** So that a slip of the finger does not load a machine for a day. */
const BOUNDS = { from: [1, 5_000], most: [1, 20_000], seconds: [2, 600] } as const;

/** Throws an Error whose message says what to write instead. */
export function readOptions(args: string[]): LoadOptions {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      setups: { type: 'string', default: SETUPS.join(',') },
      mix: { type: 'string', default: 'friday' },
      from: { type: 'string', default: '25' },
      most: { type: 'string', default: '3200' },
      seconds: { type: 'string', default: '30' },
      out: { type: 'string', default: '.cache/load' },
    },
  });
  const number = (name: keyof typeof BOUNDS): number => {
    const [least, most] = BOUNDS[name];
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`--${name} is a whole number from ${least} to ${most}`);
    return value;
  };
  const setups = values.setups.split(',').filter(Boolean);
  const wrong = setups.find((name) => !isOneOf(SETUPS, name));
  if (wrong !== undefined || setups.length === 0)
    throw new Error(`--setups takes ${SETUPS.join(', ')}; not ${wrong ?? 'nothing'}`);
  if (!(values.mix in MIXES)) throw new Error(`--mix takes ${Object.keys(MIXES).join(' or ')}`);
  const options = { from: number('from'), most: number('most'), seconds: number('seconds') };
  if (options.from > options.most) throw new Error('--from is larger than --most');
  return {
    ...options,
    url: values.url === undefined ? undefined : loopback(values.url),
    setups: setups as SetupName[],
    mix: values.mix as MixName,
    out: values.out,
  };
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Only this machine: a load of this size against anybody else's is an attack. */
function loopback(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' || !LOOPBACK.test(url.hostname))
    throw new Error('--url has to be an http address of this machine, such as http://127.0.0.1:4000');
  return url.origin;
}
