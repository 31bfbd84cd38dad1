import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';

/** The rules, dashboard and adapter of deploy/, and what their queries ask /metrics for. */

const deploy = join(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');

export interface AlertRule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; action: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource: { type: string; uid: string };
  targets: { refId: string; expr: string; legendFormat: string }[];
}
export interface Dashboard {
  title: string;
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
}
export interface AdapterRule {
  seriesQuery: string;
  resources: { overrides: Record<string, { resource: string }> };
  name: { as: string };
  metricsQuery: string;
}

export const alertRules = (
  parse(read('prometheus/alerts.yaml')) as { groups: { rules: AlertRule[] }[] }
).groups.flatMap(({ rules }) => rules);
export const dashboard = JSON.parse(read('grafana/lakou.json')) as Dashboard;
export const adapterRules = (parse(read('prometheus/adapter.yaml')) as { rules: { custom: AdapterRule[] } })
  .rules.custom;

interface ScrapeConfig {
  job_name: string;
  relabel_configs?: { source_labels: string[]; target_label?: string; regex?: string; action?: string }[];
}
/** prometheus.yaml or prometheus-kubernetes.yaml. */
export const scrapeConfig = (file: string) =>
  (parse(read(`prometheus/${file}`)) as { scrape_configs: [ScrapeConfig] }).scrape_configs[0];

/** The labels that Prometheus itself gives to what it collects. */
function targetLabels(file: string): string[] {
  const { relabel_configs: rules = [] } = scrapeConfig(file);
  return ['job', 'instance', ...rules.flatMap(({ target_label: label }) => label ?? [])];
}

export interface Query {
  where: string;
  expression: string;
  /** Labels that a text beside it shows. */
  shown: string[];
  /** Labels that come from Prometheus. */
  given: string[];
}

const labelsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

export function monitoringQueries(): Query[] {
  const onServers = targetLabels('prometheus.yaml');
  const onKubernetes = targetLabels('prometheus-kubernetes.yaml');
  return [
    ...alertRules.map(({ alert, expr, annotations }) => ({
      where: alert,
      expression: expr,
      shown: labelsIn(annotations.summary, /\{\{\s*\$labels\.(\w+)\s*\}\}/g),
      given: onServers,
    })),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({
        where: title,
        expression: expr.replaceAll('$__rate_interval', '5m'),
        shown: labelsIn(legendFormat, /\{\{(\w+)\}\}/g),
        given: onServers,
      })),
    ),
    ...adapterRules.flatMap(({ name, resources, seriesQuery, metricsQuery }) => [
      {
        where: name.as,
        expression: seriesQuery,
        shown: Object.keys(resources.overrides),
        given: onKubernetes,
      },
      {
        where: name.as,
        expression: metricsQuery
          .replace('<<.LabelMatchers>>', 'namespace="lakou",pod="lakou-web-0"')
          .replace('<<.GroupBy>>', 'pod'),
        shown: [],
        given: onKubernetes,
      },
    ]),
  ];
}

interface Used {
  metric: string;
  label: string;
  /** Of a label that has to be equal to it. */
  value?: string;
}

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

/** Which metrics and which of their labels a query reads, as Prometheus's own grammar has it. */
export function parseQuery({ expression, shown }: Pick<Query, 'expression' | 'shown'>) {
  const text = ({ from, to }: SyntaxNode) => expression.slice(from, to);
  const errors: string[] = [];
  const labels: Used[] = [];
  const { topNode } = parser.parse(expression);
  function metricsBelow(node: SyntaxNode): string[] {
    const found: string[] = [];
    node.cursor().iterate((inner) => {
      if (inner.name === 'Identifier' && inner.node.parent?.name === 'VectorSelector')
        found.push(text(inner.node));
    });
    return found;
  }
  const metrics = metricsBelow(topNode);
  topNode.cursor().iterate(({ name, type, node }) => {
    if (type.isError) errors.push(expression.slice(node.from));
    if (name === 'UnquotedLabelMatcher') {
      const [label, operator, value] = [node.firstChild, node.firstChild?.nextSibling, node.lastChild];
      const [metric = ''] = metricsBelow(node.parent?.parent ?? node);
      if (!label || !operator || !value) return;
      const isEqual = text(operator) === '=';
      labels.push({ metric, label: text(label), ...(isEqual && { value: text(value).slice(1, -1) }) });
    }
    if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') {
      // `by (…)` is inside of what it groups, `on (…)` inside of what it joins.
      const grouped = node.parent.parent?.parent ?? topNode;
      for (const metric of metricsBelow(grouped)) labels.push({ metric, label: text(node) });
    }
  });
  for (const metric of metrics) for (const label of shown) labels.push({ metric, label });
  return { errors, metrics, labels };
}
