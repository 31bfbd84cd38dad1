import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

/** With the first lines of what they say: the end of the output is all that some CI services show. */
export const describeFailure = (test, message = '') =>
  `${test}: ${message.split('\n').slice(0, 5).join(' | ').slice(0, 1_500)}`;

/** A Vitest reporter that writes the tests which passed at their second try to the file named by FLAKY_REPORT. */
export default class FlakyReporter {
  #flaky = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const name = `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
    this.#flaky.push(describeFailure(name, test.result().errors?.[0]?.message));
  }

  onTestRunEnd() {
    if (process.env.FLAKY_REPORT) writeFileSync(process.env.FLAKY_REPORT, JSON.stringify(this.#flaky));
  }
}
