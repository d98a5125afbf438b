import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

process.env.GUILDHALL_TEST_OWN_IDS = 'true'

/** They expect that the id of another tenant does not exist in the own one. */
const NEED_FOREIGN_IDS = [
  'test/areas/work/calendars/calendars.test.ts',
  'test/areas/work/calendars/items/items.test.ts',
  'test/areas/work/mail/templates/templates.test.ts',
]

/** A part of the tests on a database where the ids of each tenant start at 1: npm run test:own-ids. */
export default defineConfig({
  test: {
    ...config.test,
    include: ['test/areas/{work,integration}/**/*.test.ts', 'test/kernel/{auth,identity,jobs,mail}/**/*.test.ts'],
    exclude: [...(config.test?.exclude ?? []), ...NEED_FOREIGN_IDS],
    // The budget of a file is a share of the whole suite, and this is a part.
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
