import { configDefaults, defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** Proofs that measure time, or in which no request may fail: another one beside them would change what they see. */
const ALONE = [
  'test/kill/{all-processes,keyed-writes}.proof.test.ts',
  'test/upgrade/upgrade.proof.test.ts',
  'test/server/{expensive-work,slow-readers,steady-memory}.proof.test.ts',
  'test/areas/integration/logs/large-log.proof.test.ts',
  'test/kernel/{http/health,input-cost}.proof.test.ts',
  'test/services/auth/revocation.proof.test.ts',
  'test/kernel/jobs/lasting-runners.proof.test.ts',
]

const { globalSetup = [], reporters: _, maxWorkers = 2, ...shared } = config.test ?? {}

const proofs = {
  ...shared,
  provide: { hasOwnIds: false },
  testTimeout: 1_800_000,
  hookTimeout: 300_000,
  // Proofs start processes, which take long on a busy machine.
  expect: { poll: { timeout: 60_000 } },
}

/** The proofs: kill loops, long models, races and large sets. `npm run test:proof`. */
export default defineConfig({
  test: {
    globalSetup,
    provide: { hasOwnIds: false },
    reporters: ['default', './test/support/runner/count-reporter.ts'],
    projects: [
      {
        test: {
          ...proofs,
          name: 'side by side',
          include: ['test/**/*.proof.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...proofs,
          name: 'alone',
          include: ALONE,
          exclude: configDefaults.exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
