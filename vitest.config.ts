import { setFlagsFromString } from 'node:v8'
import { configDefaults, defineConfig } from 'vitest/config'

// For the workers, which start later. Requests make much short-lived garbage: a larger space for new objects halves the
// time of their collection.
for (const flag of ['--max-semi-space-size=64', '--min-semi-space-size=32']) setFlagsFromString(flag)

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/**/*.proof.test.ts'],
    globalSetup: ['test/support/runner/global-setup.ts'],
    // Every tenant has ids that others have, too: a query without its tenant finds their records.
    provide: { hasOwnIds: true },
    setupFiles: ['test/support/runner/fast-check-setup.ts', 'test/support/runner/transactions-setup.ts'],
    reporters: ['default', ['./test/support/runner/count-reporter.ts', { maxShareOfFile: 0.05 }]],
    pool: 'threads',
    maxWorkers: 2,
    // Test files share their imports. With isolation, a third of the time would be spent on loading the product again.
    isolate: false,
    // The timeout of `expect.poll` allows for other work on the machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    // Later runs, also those of the proofs and the other suites, read what the first one transformed.
    experimental: { fsModuleCache: true },
  },
})
