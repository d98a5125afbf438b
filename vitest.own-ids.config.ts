import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

process.env.GUILDHALL_TEST_OWN_IDS = 'true'

/** They work on large sets, which take long and do not depend on ids. */
const LARGE_SETS = [
  'test/areas/**/plans.test.ts',
  'test/areas/people/custom-fields/values/mixed-filters.test.ts',
  'test/areas/integration/logs/tenant-events/search-pages.test.ts',
]

/** A part of the tests on a database where the ids of each tenant start at 1: npm run test:own-ids. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['test/areas/**/*.test.ts', 'test/kernel/{auth,identity,jobs,mail}/**/*.test.ts'],
    exclude: [...(config.test?.exclude ?? []), ...LARGE_SETS],
    // The budget of a file is a share of the whole suite, and this is a part.
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
