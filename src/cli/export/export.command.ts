import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { UserError } from '../failure.ts'
import { number, showProgress } from '../progress.ts'
import { commandScope, findTenant, withSession } from '../session.ts'
import { exportContacts } from './export-file.ts'

interface Options {
  tenant: string
  force: boolean
}

export const exportCommand = (): Command => {
  const command = new Command('export').description('Write records to files.')
  command
    .command('contacts <file>')
    .description(
      'Write every contact to a CSV file with the columns that "guildhall import contacts" reads, custom fields ' +
        'included. Groups and custom fields must exist where the file is imported. What a spreadsheet would take for a ' +
        'formula has an apostrophe ahead, which the import takes off.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--force', 'write over a file that exists', false)
    .action((file: string, { tenant, force }: Options) =>
      withSession(async (session) => {
        if (existsSync(file) && !force) throw new UserError(`${file} exists. Choose another, or give --force.`)
        const scope = await commandScope(session, await findTenant(session, tenant))
        const progress = showProgress(`Exporting to ${file}`, 'contacts')
        try {
          const written = await exportContacts(scope, file, progress.update)
          progress.finish(`${number(written)} contacts written to ${file}.`)
        } catch (error) {
          progress.fail('Stopped before the end. Nothing was left behind.')
          throw error
        }
      }),
    )
  return command
}
