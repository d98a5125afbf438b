import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import type { Migrations } from '#services/migrations/migrations'
import { applyMigrations } from './apply.ts'
import { listMigrations } from './history.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'

/** The migrations of this build, and the tables of the job library. @param folder another one, for tests */
export const ownMigrations = (folder = migrationsFolder()): Migrations => ({
  list: (client) => listMigrations(client, readMigrations(folder)),
  apply: async (ownerUrl, log) => {
    await applyMigrations(ownerUrl, { log, folder })
    await migrateJobs(ownerUrl)
  },
})
