import { PAGE_LIMIT_MS, type Step } from './find-limit.ts';
import { describeRun, type Run, verdict } from './report.ts';
import { SETUP_TITLES } from './setup-names.ts';

const WIDTH = 640;
const HEIGHT = 300;
const EDGE = { left: 60, right: 16, top: 16, bottom: 44 };
const COLOURS = ['#1f6feb', '#c2410c', '#15803d', '#7e22ce', '#0e7490'];
const DASHES = ['', '6 3', '2 3', '8 3 2 3', '1 4'];

interface Line {
  name: string;
  points: [people: number, value: number][];
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** One document without scripts, fonts or anything else from elsewhere. */
export function writeCharts(run: Run): string {
  const lines = (value: (step: Step) => number): Line[] =>
    run.results.map(({ name, steps }) => ({
      name: SETUP_TITLES[name],
      points: steps.map((step) => [step.people, value(step)]),
    }));
  const { seconds } = run.options;
  const all = (step: Step) => Object.values(step.cpu).reduce((sum, one) => sum + one, 0);
  const charts = [
    chart(
      'Pages: p99, ms',
      lines(({ result }) => result.kinds.page.p99),
      PAGE_LIMIT_MS,
    ),
    chart(
      'Segments: p99, ms',
      lines(({ result }) => result.kinds.segment.p99),
    ),
    chart(
      'Films sent, Mbit/s',
      lines(({ result }) => (result.bytes * 8) / seconds / 1e6),
    ),
    chart('Processors in use, without the people', lines(all)),
    chart(
      'Stalls',
      lines(({ result }) => result.stalls),
    ),
  ];
  const verdicts = run.results.map(
    (result) =>
      `<tr><th scope="row">${escapeHtml(SETUP_TITLES[result.name])}</th><td>${escapeHtml(verdict(result))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Lakou under load</title>
<style>
:root{color-scheme:light dark}
body{margin:0 auto;padding:1.5rem;max-width:84rem;font:1rem/1.5 system-ui,sans-serif}
figure{margin:0}figcaption{font-weight:600}
.charts{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,32rem),1fr))}
svg{width:100%;height:auto}svg text{fill:currentColor;font-size:12px}
.axis{stroke:currentColor;opacity:.5}.grid{stroke:currentColor;opacity:.15}
table{border-collapse:collapse;margin-block:1.5rem}th,td{text-align:start;padding:.4rem .8rem;border-bottom:1px solid #8886}
</style></head><body>
<h1>Lakou under load</h1>
<p>${escapeHtml(describeRun(run))} Written by <code>npm run load</code>.</p>
<table><thead><tr><th scope="col">setup</th><th scope="col">serves</th></tr></thead><tbody>${verdicts.join('')}</tbody></table>
<div class="charts">
${charts.join('\n')}
</div></body></html>
`;
}

function chart(title: string, lines: Line[], limit?: number): string {
  const points = lines.flatMap((line) => line.points);
  const mostPeople = Math.max(1, ...points.map(([people]) => people));
  const mostValue = Math.max(1, limit ?? 0, ...points.map(([, value]) => value)) * 1.05;
  const x = (people: number) => EDGE.left + (people / mostPeople) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number) => HEIGHT - EDGE.bottom - (value / mostValue) * (HEIGHT - EDGE.top - EDGE.bottom);
  const right = WIDTH - EDGE.right;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const grid = ticks.flatMap((share) => [
    `<line class="grid" x1="${EDGE.left}" x2="${right}" y1="${y(share * mostValue)}" y2="${y(share * mostValue)}"/>`,
    `<text x="${EDGE.left - 6}" y="${y(share * mostValue) + 4}" text-anchor="end">${short(share * mostValue)}</text>`,
    `<text x="${x(share * mostPeople)}" y="${HEIGHT - EDGE.bottom + 18}" text-anchor="middle">${short(share * mostPeople)}</text>`,
  ]);
  const drawn = lines.map(({ points: own }, n) => {
    const style = `stroke="${COLOURS[n % COLOURS.length]}" stroke-dasharray="${DASHES[n % DASHES.length]}"`;
    const path = own.map(([people, value]) => `${x(people).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const dots = own.map(
      ([people, value]) =>
        `<circle cx="${x(people).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3.5" fill="${COLOURS[n % COLOURS.length]}"><title>${people} people: ${short(value)}</title></circle>`,
    );
    return `<polyline points="${path}" fill="none" stroke-width="2.5" ${style}/>${dots.join('')}`;
  });
  const legend = lines.map(
    ({ name }, n) =>
      `<line x1="${EDGE.left + 10}" x2="${EDGE.left + 40}" y1="${EDGE.top + 10 + n * 18}" y2="${EDGE.top + 10 + n * 18}" stroke-width="2.5" stroke="${COLOURS[n % COLOURS.length]}" stroke-dasharray="${DASHES[n % DASHES.length]}"/><text x="${EDGE.left + 46}" y="${EDGE.top + 14 + n * 18}">${escapeHtml(name)}</text>`,
  );
  const line =
    limit === undefined
      ? ''
      : `<line x1="${EDGE.left}" x2="${right}" y1="${y(limit)}" y2="${y(limit)}" stroke="#dc2626" stroke-dasharray="4 4"/>`;
  return `<figure><figcaption>${escapeHtml(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}, by number of people">
${grid.join('')}<line class="axis" x1="${EDGE.left}" x2="${right}" y1="${y(0)}" y2="${y(0)}"/><text x="${right}" y="${HEIGHT - 6}" text-anchor="end">people</text>
${line}${drawn.join('')}${legend.join('')}</svg></figure>`;
}

const short = (value: number) =>
  value >= 10 ? Math.round(value).toString() : Number(value.toFixed(2)).toString();
