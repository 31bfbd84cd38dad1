import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';

/** A Vitest reporter that writes the tests which passed at their second try to the file named by FLAKY_REPORT. */
export default class FlakyReporter {
  #flaky = [];

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const reason = test.result().errors?.[0]?.message?.split('\n').slice(0, 5).join(' | ').slice(0, 1_500);
    this.#flaky.push(`${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}: ${reason ?? ''}`);
  }

  onTestRunEnd() {
    if (process.env.FLAKY_REPORT) writeFileSync(process.env.FLAKY_REPORT, JSON.stringify(this.#flaky));
  }
}
