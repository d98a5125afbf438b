import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/**/*.proof.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/fast-check-setup.ts'],
    reporters: ['default', ['./test/support/count-reporter.ts', { maxShareOfFile: 0.05 }]],
    pool: 'threads',
    maxWorkers: 2,
    // Files share what they import, not what they keep: a third of the time would go into reading the product anew.
    isolate: false,
    // What is waited for comes when it can, on a machine with other work too.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
