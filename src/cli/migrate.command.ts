import { Command } from 'commander'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { openDatabaseServer } from '../installation/installation.ts'
import { applyMigrations, settleMigration } from '../installation/migrations/apply.ts'
import { UserError } from './failure.ts'
import { commandLog, readCommandConfig } from './session.ts'

interface Options {
  again?: string
  done?: string
}

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('Apply pending migrations. It is safe to run at any time and several times at once.')
    .option('--again <migration>', 'first mark a migration that failed half-way as undone by hand')
    .option('--done <migration>', 'first mark a migration that failed half-way as finished by hand')
    .action(migrate)

const migrate = async (options: Options): Promise<void> => {
  const log = commandLog(process.env)
  const server = await openDatabaseServer(readCommandConfig(), log)
  try {
    await settle(server.url, options)
    const { applied } = await applyMigrations(server.url, { log })
    await migrateJobs(server.url)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied:\n  ${applied.join('\n  ')}`)
  } finally {
    await server.stop()
  }
}

const settle = async (url: string, { again, done }: Options): Promise<void> => {
  const name = again ?? done
  if (name === undefined) return
  const isSettled = await settleMigration(url, name, again === undefined ? 'done' : 'again')
  if (!isSettled) throw new UserError(`The database has no interrupted migration "${name}".`)
}
