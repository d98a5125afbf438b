import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { UserError } from '../failure.ts'
import { number, showProgress } from '../progress.ts'
import { commandScope, findTenant, withSession } from '../session.ts'
import { exportContacts } from './export-file.ts'
import { exportTenantCommand } from './export-tenant.command.ts'

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
        'included. Groups and custom fields must exist in the tenant of the import. A text that a spreadsheet would take ' +
        'for a formula starts with an apostrophe, which the import removes.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--force', 'overwrite an existing file', false)
    .action((file: string, { tenant, force }: Options) =>
      withSession(async (session) => {
        if (existsSync(file) && !force) throw new UserError(`${file} exists. Choose another file, or use --force.`)
        const scope = await commandScope(session, await findTenant(session, tenant))
        const progress = showProgress(`Exporting to ${file}`, 'contacts')
        try {
          const written = await exportContacts(scope, file, progress.update)
          progress.finish(`${number(written)} contacts written to ${file}.`)
        } catch (error) {
          progress.fail('The export stopped before the end. No file was written.')
          throw error
        }
      }),
    )
  command.addCommand(exportTenantCommand())
  return command
}
