import { Command } from 'commander'
import { readInstallationSecret } from '#services/auth/installation-secret'
import { loginStatements } from '../installation/database/logins.ts'
import { readCommandConfig } from './session.ts'

export const databaseCommand = (): Command =>
  new Command('database')
    .description('The logins of this installation on its PostgreSQL server')
    .addCommand(
      new Command('logins')
        .description('Print the statements that create the logins. Run them as a superuser if the start asks for it.')
        .action(printLogins),
    )

/** The names and passwords follow from the secret alone, so this needs no database. */
const printLogins = (): void => {
  const secret = readInstallationSecret(readCommandConfig())
  console.log(loginStatements(secret.key('database-logins')).join('\n'))
}
