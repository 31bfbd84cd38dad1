import { describe, expect, test } from 'vitest';
import {
  adapterRules,
  alertRules,
  dashboard,
  monitoringQueries,
  scrapeConfig,
} from '../tests/support/monitoring.ts';

/** tests/wire/server/metrics.test.ts compares their queries with a running server. */

describe('alerts', () => {
  test.each(alertRules)('$alert has a query, a time, a severity, a summary and an action', (rule) => {
    expect(rule.expr).not.toBe('');
    expect(rule.for).toMatch(/^[1-9]\d*[smh]$/);
    expect(rule.labels.severity).toMatch(/^(critical|warning)$/);
    expect(rule.annotations.summary.length).toBeGreaterThan(10);
    expect(rule.annotations.action.length).toBeGreaterThan(20);
  });

  test('there are enough of them, each with a name of its own', () => {
    const names = alertRules.map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['LakouProcessDown', 'LakouDatabaseDown', 'LakouErrors'])
      expect(names).toContain(name);
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard;

  test('is one that Grafana can import', () => {
    expect(dashboard).toMatchObject({ title: 'Lakou', uid: 'lakou' });
    expect(dashboard.schemaVersion).toBeGreaterThan(30);
    const [source] = dashboard.templating.list.filter(({ type }) => type === 'datasource');
    expect(source?.query).toBe('prometheus');
    for (const { title, datasource } of panels)
      expect(datasource, title).toEqual({ type: 'prometheus', uid: `\${${source?.name}}` });
  });

  test('every panel has an id, a title and queries of its own', () => {
    expect(panels.length).toBeGreaterThan(15);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { title, type, targets } of panels) {
      expect(['timeseries', 'stat'], title).toContain(type);
      const ids = targets.map(({ refId }) => refId);
      expect(ids, title).toEqual(['A', 'B', 'C', 'D'].slice(0, ids.length));
      expect(ids.length, title).toBeGreaterThan(0);
      for (const { legendFormat } of targets) expect(legendFormat, title).not.toBe('');
    }
  });

  test('no panel lies on another or beside the grid of 24 columns', () => {
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      expect(x >= 0 && w > 0 && x + w <= 24 && h > 0, title).toBe(true);
      for (let column = x; column < x + w; column += 1)
        for (let row = y; row < y + h; row += 1) {
          expect(taken.get(`${column} ${row}`), title).toBeUndefined();
          taken.set(`${column} ${row}`, title);
        }
    }
  });
});

describe('prometheus-adapter', () => {
  test.each(adapterRules)('$name.as is found by the labels that name its pod', (rule) => {
    const labels = Object.keys(rule.resources.overrides);
    expect(labels.toSorted()).toEqual(['namespace', 'pod']);
    for (const label of labels) expect(rule.seriesQuery).toContain(`${label}!=""`);
    expect(rule.metricsQuery).toContain('<<.LabelMatchers>>');
    expect(rule.metricsQuery).toContain('<<.GroupBy>>');
  });
});

test('both ways to collect are the job that the alerts name', () => {
  for (const file of ['prometheus.yaml', 'prometheus-kubernetes.yaml'])
    expect(scrapeConfig(file)).toMatchObject({ job_name: 'lakou', metrics_path: '/metrics' });
  const [down] = monitoringQueries().filter(({ where }) => where === 'LakouProcessDown');
  expect(down?.expression).toContain('up{job="lakou"}');
});
