import { defineConfig, mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** The tests that drive a real Chromium: npm run test:browser. CHROMIUM names the program, where it is elsewhere. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  defineConfig({ test: { include: ['test/browser/**/*.browser.ts'], testTimeout: 60_000, fileParallelism: false } }),
)
