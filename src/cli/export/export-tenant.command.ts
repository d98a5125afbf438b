import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { limitHeapGrowth } from '#kernel/http/memory'
import { exportTenant } from '#services/archive/export-tenant'
import { openFiles } from '#services/files/open-files'
import { UserError } from '../failure.ts'
import { number, showProgress } from '../progress.ts'
import { findTenant, withSession } from '../session.ts'

interface Options {
  tenant: string
  force: boolean
}

export const exportTenantCommand = (): Command =>
  new Command('tenant')
    .argument('<file>', 'the archive that is written, such as harbor.tar')
    .description(
      'Write the whole data of a tenant to an archive: all records with their history, mails and files. The tenant can ' +
        'continue to work. Passwords, keys and other secrets are left out. Protect the archive: it contains personal data.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--force', 'overwrite an existing file', false)
    .action((file: string, { tenant, force }: Options) =>
      withSession(async (session) => {
        if (existsSync(file) && !force) throw new UserError(`${file} exists. Choose another file, or use --force.`)
        // The work makes much garbage and keeps little.
        limitHeapGrowth()
        const { database, config } = session.installation
        const { id: tenantId } = await findTenant(session, tenant)
        const { store } = await openFiles(config)
        const progress = showProgress(`Exporting to ${file}`, 'records')
        try {
          const onProgress = ({ done, total }: { done: number; total: number }) => progress.update(done, total)
          const result = await exportTenant({ database, store, tenantId, path: file, now: new Date(), onProgress })
          progress.finish(`${number(result.rows)} records and ${number(result.files)} files written to ${file}.`)
          for (const key of result.missingFiles) console.error(`The file store has no bytes of the file ${key}.`)
        } catch (error) {
          progress.fail('The export stopped before the end. No file was written.')
          throw error
        }
      }),
    )
