import fp from 'fastify-plugin'
import type { Database } from '#kernel/database/database'
import type { MigrationRun } from '#prisma/client'
import { requestMigration } from './migration-runs.ts'
import type { MigrationState, Migrations } from './migrations.ts'

/** The migrations of the database for the area: its requests neither see the tables nor have the rights of their owner. */
export interface MigrationDesk {
  list(): Promise<MigrationState[]>
  /** @throws 409 `migration-running`. */
  request(requestedBy: string): Promise<MigrationRun>
  findRun(id: number): Promise<MigrationRun | null>
  findLatestRun(): Promise<MigrationRun | null>
}

declare module 'fastify' {
  interface FastifyInstance {
    migrations: MigrationDesk
  }
}

interface MigrationsOptions {
  database: Pick<Database, 'system' | 'systemPool'>
  migrations: Migrations
}

/** Decorates the application with the migrations of the database. */
export const migrationsPlugin = fp<MigrationsOptions>(async (app, { database, migrations }) => {
  const { system, systemPool } = database
  app.decorate('migrations', {
    list: async () => {
      const client = await systemPool.connect()
      try {
        return await migrations.list(client)
      } finally {
        client.release()
      }
    },
    request: (requestedBy) => requestMigration(system, requestedBy),
    findRun: (id) => system.migrationRun.findFirst({ where: { id } }),
    findLatestRun: () => system.migrationRun.findFirst({ orderBy: { id: 'desc' } }),
  })
})
