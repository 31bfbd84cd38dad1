import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './lakou-process.ts';
import { sparePort } from './postgres-server.ts';

export interface Nginx {
  pid: number | undefined;
  stop(): Promise<void>;
}

export interface NginxOptions {
  servers: readonly string[];
  deliverySecret?: string;
  /** DATA_DIR/streams of a process on this machine. */
  streams?: string;
  /** The address of an S3-compatible store. */
  store?: string;
}

export function findNginx(): string {
  const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
  const program = places.find((path) => existsSync(path));
  if (!program) throw new Error('this test needs nginx (on Debian or Ubuntu: apt install nginx-light)');
  return program;
}

/** Starts nginx with deploy/nginx.conf, except for addresses, folders and certificates. `home`: for its own files. */
export async function startNginx(home: string, port: number, options: NginxOptions): Promise<Nginx> {
  const program = findNginx();
  mkdirSync(home, { recursive: true });
  const places = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const folders = places.map((name) =>
    name === 'body' ? `client_body_temp_path ${home}/body;` : `${name}_temp_path ${home}/${name};`,
  );
  writeFileSync(
    join(home, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${home}/pid;
    error_log ${home}/errors; events { worker_connections 512; }
    http { access_log off; ${folders.join(' ')} include ${home}/lakou.conf; }`,
  );
  writeFileSync(join(home, 'lakou.conf'), ownConf(home, port, await sparePort(), options));
  const child: ChildProcess = spawn(program, ['-p', home, '-e', 'stderr', '-c', join(home, 'nginx.conf')], {
    stdio: 'inherit',
  });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) break;
    if (await fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false)) {
      return {
        pid: child.pid,
        async stop() {
          child.kill();
          await once(child, 'exit');
        },
      };
    }
    await sleep(100);
  }
  child.kill();
  throw new Error('nginx did not start');
}

function ownConf(home: string, port: number, innerPort: number, options: NginxOptions): string {
  const { servers, deliverySecret, streams, store } = options;
  const [first = '', second = first] = servers.map((url) => new URL(url).host);
  const [, redirect = ''] = /(server \{[^}]*return 301[^}]*\})/.exec(shipped()) ?? [];
  return shipped()
    .replace(redirect, '')
    .replaceAll('127.0.0.1:4000', first)
    .replaceAll('127.0.0.1:4001', second)
    .replaceAll('127.0.0.1:4009', `127.0.0.1:${innerPort}`)
    .replaceAll('http://127.0.0.1:9000', store ?? 'http://127.0.0.1:9')
    .replaceAll('/var/lib/lakou/streams', streams ?? join(home, 'streams'))
    .replaceAll('/run/lakou-admissions', join(home, 'admissions'))
    .replaceAll('/var/cache/nginx/lakou-films', join(home, 'films'))
    .replaceAll('write the secret here', deliverySecret ?? 'write the secret here')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*(listen \[::\]|ssl_).*$/gm, '')
    .replaceAll('$host;', '$http_host;');
}

const shipped = () => readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
