import { configDefaults, defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The proofs: kill loops, long models, races and large sets. `npm run test:proof`. */
export default defineConfig({
  test: {
    ...config.test,
    provide: { hasOwnIds: false },
    include: ['test/**/*.proof.test.ts'],
    exclude: configDefaults.exclude,
    reporters: ['default', './test/support/count-reporter.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
})
