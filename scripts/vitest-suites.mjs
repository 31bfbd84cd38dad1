import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describeFailure } from './flaky-reporter.mjs';

/** More failing files than this are no accident of a busy machine. */
const FILES_TO_RETRY = 5;

/**
 * Runs Vitest's projects. Files with a failure get one more try, alone on the machine; what passes then is flaky.
 * `runTool` runs a command and returns its exit code; the reports stay in the folder.
 */
export function runVitestSuites(projects, { root, reports, vitest, runTool }) {
  const report = join(reports, 'vitest.json');
  const flaky = [];
  let status = runOnce(report);
  let results = resultsOf(report);
  // A file stands in the report once for each project that has it.
  const failed = [...new Set(results.filter((file) => file.status === 'failed').map(({ name }) => name))];
  if (status !== 0 && failed.length > 0 && failed.length <= FILES_TO_RETRY) {
    console.log(`— once more, alone: ${failed.map((file) => relative(root, file)).join(', ')}`);
    const again = join(reports, 'vitest-again.json');
    status = runOnce(again, [...failed, '--maxWorkers=1']);
    const retried = resultsOf(again);
    const stillFailing = new Set(retried.flatMap(failedTests).map(({ test }) => test));
    flaky.push(
      ...results.flatMap(failedTests).flatMap(({ test, line }) => (stillFailing.has(test) ? [] : line)),
    );
    results = [...results.filter(({ name }) => !failed.includes(name)), ...retried];
    writeFileSync(report, JSON.stringify({ testResults: results }));
  }
  const outcomes = results.flatMap(({ assertionResults }) => assertionResults.map((one) => one.status));
  const passed = outcomes.filter((outcome) => outcome === 'passed').length;
  const broken = outcomes.filter((outcome) => outcome === 'failed').length;
  return {
    // A suite that breaks outside of any test has failed too.
    count: {
      passed,
      failed: status !== 0 && broken === 0 ? 1 : broken,
      skipped: outcomes.length - passed - broken,
    },
    failures: results.flatMap(failedTests).map(({ line }) => line),
    flaky,
  };

  function runOnce(json, more = []) {
    const retries = `${json}.flaky`;
    const code = runTool(
      [
        vitest,
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=default',
        '--reporter=json',
        '--reporter=./scripts/flaky-reporter.mjs',
        `--outputFile.json=${json}`,
        ...more,
      ],
      { FLAKY_REPORT: retries },
    );
    if (existsSync(retries)) flaky.push(...JSON.parse(readFileSync(retries, 'utf8')));
    return code;
  }

  /** The file itself, if it broke outside of any test. */
  function failedTests({ name, status, message, assertionResults }) {
    const file = relative(root, name);
    const broken = assertionResults.filter((one) => one.status === 'failed');
    if (status === 'failed' && broken.length === 0)
      return [{ test: file, line: describeFailure(file, message) }];
    return broken.map(({ fullName, failureMessages }) => {
      const test = `${file} > ${fullName}`;
      return { test, line: describeFailure(test, failureMessages[0]) };
    });
  }
}

function resultsOf(report) {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')).testResults ?? []) : [];
}
