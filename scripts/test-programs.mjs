// The programs that suites need beside the npm packages: found, installed, or named with what to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { ffmpeg, findOrInstall, requireProgram } from './setup.mjs';

/** The same browser without a window: its pages cost a third less. Not every system has it. */
const headlessShell = {
  what: 'Chromium',
  found: () => firstFile([process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell']),
  apt: ['chromium-headless-shell'],
};

/** With its whole interface, which the tests of Background Fetch need. */
const chromium = {
  what: 'Chromium or Chrome',
  found: () =>
    firstFile([
      process.env.FULL_CHROMIUM_PATH,
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      join(process.env.PROGRAMFILES ?? '', 'Google/Chrome/Application/chrome.exe'),
    ]),
  apt: ['chromium'],
};

const firefox = {
  what: 'Firefox',
  found: () =>
    firstFile([
      process.env.FIREFOX_PATH,
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      join(process.env.PROGRAMFILES ?? '', 'Mozilla Firefox/firefox.exe'),
    ]),
  apt: ['firefox-esr'],
};

/** With what it needs to play films: the decoders and the parsers before them. */
const webkit = {
  what: 'WebKitGTK with its WebDriver, its decoders and Xvfb',
  found: () => {
    const plugins = foldersIn('/usr/lib').map((folder) => join(folder, 'gstreamer-1.0'));
    const hasPlugin = (name) => firstFile(plugins.map((folder) => join(folder, `libgst${name}.so`)));
    const isComplete = ['isomp4', 'libav', 'videoparsersbad'].every(hasPlugin) && findOnPath('Xvfb');
    return isComplete ? findOnPath('WebKitWebDriver') : undefined;
  },
  apt: [
    ...['webkit2gtk-driver', 'xvfb'],
    ...['gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'],
  ],
};

/** The tests start a PostgreSQL of their own from the machine's programs, unless they are given one. */
const postgres = {
  what: 'PostgreSQL',
  found: () => process.env.TEST_DATABASE_URL || findInitdb(),
  apt: ['postgresql'],
};

const nginx = {
  what: 'nginx',
  found: () =>
    firstFile(['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx']) || findOnPath('nginx'),
  apt: ['nginx-light'],
};

const pgbouncer = {
  what: 'PgBouncer',
  found: () =>
    firstFile(['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']) ||
    findOnPath('pgbouncer'),
  apt: ['pgbouncer'],
};

/** Sets the clock of one process, for the tests of a clock that jumps. */
const faketime = {
  what: 'libfaketime',
  found: () => firstFile(foldersIn('/usr/lib').map((folder) => join(folder, 'faketime'))),
  apt: ['libfaketime'],
};

const PROGRAMS = {
  media: [ffmpeg],
  embedded: [ffmpeg],
  postgres: [ffmpeg, postgres],
  process: [ffmpeg, postgres, nginx, pgbouncer, faketime],
  browser: [ffmpeg],
};

/**
 * Of these suites, the ones whose programs are there. On Linux a missing program ends the run; elsewhere, where some
 * do not exist, its suites are left out.
 */
export function suitesThatCanRun(suites) {
  return suites.filter((suite) => {
    const programs = PROGRAMS[suite] ?? [];
    if (process.platform === 'linux') programs.forEach(requireProgram);
    const missing = programs.filter((program) => !program.found()).map(({ what }) => what);
    if (missing.length === 0) return true;
    console.log(
      `— ${suite} is left out: ${missing.join(' and ')} was not found (docs/operation/platforms.md).`,
    );
    return false;
  });
}

export function findBrowser() {
  return findOrInstall(headlessShell) ?? requireProgram(chromium);
}

/** Chromium's settings, as playwright.config.ts and the tests read them. */
export function findChromium() {
  return { CHROMIUM_PATH: findBrowser(), FULL_CHROMIUM_PATH: requireProgram(chromium) };
}

/** The other engines for the journeys, as playwright.config.ts reads them. Outside Linux those that are missing are left out. */
export function findEngines() {
  const find = process.platform === 'linux' ? requireProgram : findOrInstall;
  for (const { what } of [firefox, webkit].filter((program) => !find(program)))
    console.log(`— the journeys in ${what} are left out: not found (docs/operation/platforms.md).`);
  return {
    FIREFOX_PATH: firefox.found() ?? '',
    WEBKIT_DRIVER_PATH: webkit.found() ?? '',
    XVFB_PATH: findOnPath('Xvfb') ?? '',
  };
}

function firstFile(places) {
  return places.find((place) => place && existsSync(place));
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function findInitdb() {
  const versions = foldersIn('/usr/lib/postgresql').map((folder) => join(folder, 'bin/initdb'));
  return firstFile(versions) ?? (spawnSync('initdb', ['--version']).status === 0 ? 'initdb' : undefined);
}

function findOnPath(name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return firstFile((process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file)));
}
