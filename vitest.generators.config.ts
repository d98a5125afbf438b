import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Other generators of clients, which the package registry must provide: npm run test:generators. */
export default defineConfig({
  test: {
    ...config.test,
    provide: { hasOwnIds: false },
    include: ['test/generators/**/*.generators.ts'],
    reporters: ['default', './test/support/runner/count-reporter.ts'],
    testTimeout: 600_000,
    fileParallelism: false,
  },
})
