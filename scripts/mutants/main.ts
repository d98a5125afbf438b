import { join } from 'node:path'
import { runMutants } from './stages.ts'

/**
 * npm run mutants -- [PATH...] [--sample N] [--seed S] [--walks] [--all] [--json FILE] [--workers N] [--list]
 *
 * Plants small bugs in a copy of the checkout, runs the tests that mirror the file of each, and lists the bugs that no test
 * noticed. With --walks, the walks that concern the files of the survivors run next; with --all, all tests and walks. --json
 * writes the results to a file; if it exists, the run continues with its survivors. --list runs no test.
 */
process.exitCode = await runMutants(join(import.meta.dirname, '../..'), process.argv.slice(2))
