import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/**
 * The tests that need the programs of PostgreSQL, PgBouncer and HAProxy: npm run test:postgres. POSTGRES_BIN names the
 * folder of the first, PGBOUNCER and HAPROXY the others, if they are elsewhere than on Debian.
 */
export default defineConfig({
  test: {
    ...config.test,
    provide: { hasOwnIds: false },
    include: ['test/postgres/**/*.postgres.ts'],
    globalSetup: [],
    reporters: ['default', './test/support/runner/count-reporter.ts'],
    testTimeout: 120_000,
    fileParallelism: false,
  },
})
