import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Nginx {
  url: string;
  stop(): Promise<void>;
}

/** The rival for everything that is a file: nginx with one worker, serving `root`. Undefined where there is none. */
export async function startNginx(home: string, root: string): Promise<Nginx | undefined> {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(existsSync);
  if (!program) return undefined;
  mkdirSync(home, { recursive: true });
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const settings = `
    ${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${home}/pid; error_log stderr crit;
    events { worker_connections 256; }
    http { access_log off; keepalive_requests 1000000; sendfile on; tcp_nopush on; default_type application/octet-stream;
      client_body_temp_path ${home}/b; proxy_temp_path ${home}/p; fastcgi_temp_path ${home}/f;
      uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
      server { listen 127.0.0.1:${port}; root ${root}; } }`;
  writeFileSync(join(home, 'conf'), settings);
  const child: ChildProcess = spawn(program, ['-p', home, '-c', join(home, 'conf')], { stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    // Any status means that it is up.
    if (await fetch(url).then(Boolean, () => false)) {
      const stop = async () => {
        child.kill();
        await once(child, 'exit');
      };
      return { url, stop };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error('nginx did not start');
}
