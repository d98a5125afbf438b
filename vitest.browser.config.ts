import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/**
 * The tests that drive a real Chromium: npm run test:browser. CHROMIUM_PATH is the program, if it is elsewhere. Two files run at
 * the same time, each with its own app and Chromium: a test waits for pages most of its time.
 */
export default defineConfig({
  test: {
    ...config.test,
    provide: { hasOwnIds: false },
    include: ['test/browser/**/*.browser.ts'],
    reporters: ['default', './test/support/runner/count-reporter.ts', './test/browser/page-reporter.ts'],
    testTimeout: 180_000,
  },
})
