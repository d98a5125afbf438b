import { Command } from 'commander'
import { limitHeapGrowth } from '#kernel/http/memory'
import { openArchive } from '#services/archive/archive-reader'
import { type ImportResult, importTenant, requireKeyUsable } from '#services/archive/import-tenant'
import { openFiles } from '#services/files/open-files'
import { printable } from '../printable.ts'
import { number, type ProgressDisplay, showProgress } from '../progress.ts'
import { type Session, settleReplicas, withSession } from '../session.ts'

interface Options {
  key?: string
  older: boolean
}

export const importTenantCommand = (): Command =>
  new Command('tenant')
    .argument('<file>', 'an archive that "guildhall export tenant" has written')
    .description(
      'Create a tenant from an archive, with a new id. The archive is verified first. The tenant exists completely or not ' +
        'at all: after an interruption, run the same command again.',
    )
    .option('--key <key>', 'key of the new tenant; that of the archive by default')
    .option('--older', 'accept an archive of an older version: new columns get their defaults', false)
    .action((file: string, options: Options) =>
      withSession((session) => run(session, file, options), { creates: true }),
    )

const run = async (session: Session, file: string, { key, older }: Options): Promise<void> => {
  // The work makes much garbage and keeps little.
  limitHeapGrowth()
  const { database, config } = session.installation
  const { store, uploads } = await openFiles(config)
  const archive = await withProgress(`Verifying ${file}`, 'bytes', (progress) =>
    openArchive(file, {
      check: ({ tenant }) => requireKeyUsable(database, key ?? tenant.key),
      onProgress: ({ done, total }) => progress.update(done, total),
    }),
  )
  try {
    const result = await withProgress(`Importing ${file}`, 'records', (progress) =>
      importTenant(archive, {
        database,
        store,
        folder: uploads.folder,
        acceptsOlder: older,
        ...(key !== undefined && { key }),
        onProgress: ({ done, total }) => progress.update(done, total),
      }),
    )
    await settleReplicas(session)
    report(result)
  } finally {
    await archive.file.close()
  }
}

const withProgress = async <T>(
  title: string,
  unit: string,
  work: (progress: ProgressDisplay) => Promise<T>,
): Promise<T> => {
  const progress = showProgress(title, unit)
  try {
    const result = await work(progress)
    progress.finish(`${title}: done.`)
    return result
  } catch (error) {
    progress.fail(`${title}: stopped. Nothing was imported.`)
    throw error
  }
}

const MAX_NAMES = 20

const report = ({ key, rows, files, logins, issueAgain, toCheck, missingFiles }: ImportResult): void => {
  console.log(`Created tenant ${key}: ${number(rows)} records, ${number(files)} files.`)
  const fresh = logins.filter(({ isKnown }) => !isKnown).map(({ email }) => email)
  const known = logins.filter(({ isKnown }) => isKnown).map(({ email }) => email)
  list('Seats of persons who have a login here', known.length, known)
  list('New logins, disabled: guildhall login reset-password, then guildhall login enable', fresh.length, fresh)
  for (const { what, count, names } of issueAgain) list(what, count, names)
  for (const { what, count, names } of toCheck) list(what, count, names)
  list('Files without bytes, as in the archive', missingFiles.length, missingFiles)
  console.log(
    'Links in mails that were sent before the import no longer work. Work that was waiting continues, or has ended as listed here.',
  )
}

const list = (what: string, count: number, names: readonly string[]): void => {
  if (count === 0) return
  console.log(`${what} (${number(count)}):`)
  for (const name of names.slice(0, MAX_NAMES)) console.log(`  ${printable(name)}`)
  if (count > MAX_NAMES) console.log(`  and ${number(count - Math.min(count, MAX_NAMES))} more`)
}
