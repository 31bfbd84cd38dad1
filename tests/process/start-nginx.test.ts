import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../support/lakou-process.ts';
import { findNginx } from '../support/nginx.ts';
import { sparePort } from '../support/postgres-server.ts';

/** What compose.yaml starts nginx with: deploy/compose/start-nginx.sh. */
let home: string;
let conf: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'lakou-nginx-'));
  conf = execFileSync('sh', [join(root, 'deploy/compose/start-nginx.sh'), '--print'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      NGINX_CONF: join(root, 'deploy/nginx.conf'),
      CACHE_DIR: home,
      PORT: String(await sparePort()),
      INNER_PORT: String(await sparePort()),
      LAKOU_SERVERS: '127.0.0.1:14000 127.0.0.1:14001',
      STORE_URL: 'http://127.0.0.1:19000',
      DELIVERY_SECRET: 'a-secret-of-both',
      SERVER_NAME: 'lakou.test',
      PROXY_NETWORK: '172.16.0.0/12',
      RESOLVER: '127.0.0.1',
    },
  });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The first nginx whose free version asks for the addresses of an upstream's servers again. */
const RESOLVES_SINCE = [1, 27, 3];

test('the configuration of Compose is one that nginx takes', () => {
  expect(conf).not.toMatch(
    /127\.0\.0\.1:(400[01]|9000)|lakou\.example|^\s*ssl_|listen .*ssl|return 301|write the secret here/m,
  );
  for (const server of ['127.0.0.1:14000', '127.0.0.1:14001']) expect(conf).toContain(`server ${server} `);
  const { stderr: version } = spawnSync(findNginx(), ['-v'], { encoding: 'utf8' });
  const [, own = ''] = /nginx\/([\d.]+)/.exec(version) ?? [];
  writeFileSync(
    join(home, 'lakou.conf'),
    isAtLeast(own, RESOLVES_SINCE) ? conf : conf.replaceAll(' resolve;', ';'),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  writeFileSync(
    join(home, 'nginx.conf'),
    `pid ${home}/pid; events {} http { access_log off; ${temporary.join(' ')} include ${home}/lakou.conf; }`,
  );
  const args = ['-t', '-e', 'stderr', '-p', home, '-c', join(home, 'nginx.conf')];
  const { status, stderr } = spawnSync(findNginx(), args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('a process or store that is replaced is found at its new address', () => {
  const upstreams = [...conf.matchAll(/^upstream (\w+) \{([^}]*)\}/gm)];
  expect(upstreams.length).toBeGreaterThan(0);
  for (const [, name, block = ''] of upstreams) {
    expect(block).toContain(`zone ${name}_servers `);
    const servers = block.split('\n').filter((line) => /^ *server /.test(line));
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toMatch(/ resolve;$/);
  }
  expect(conf).toMatch(/^resolver 127\.0\.0\.1 valid=5s;$/m);
  // With a variable nginx asks for the address, too.
  expect(conf).toMatch(/set \$lakou_store http:\/\/127\.0\.0\.1:19000;.* proxy_pass \$lakou_store;/);
});

test('the image of nginx is one that asks for addresses again', () => {
  const { services } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: { nginx: { image: string } };
  };
  const [, version = ''] = /nginx:([\d.]+)/.exec(services.nginx.image) ?? [];
  expect(isAtLeast(version, RESOLVES_SINCE)).toBe(true);
});

function isAtLeast(version: string, oldest: number[]): boolean {
  const parts = version.split('.').map(Number);
  const place = oldest.findIndex((number, index) => number !== (parts[index] ?? 0));
  return place === -1 || (parts[place] ?? 0) > (oldest[place] ?? 0);
}
