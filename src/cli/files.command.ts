import { Command, InvalidArgumentError } from 'commander'
import { openFiles } from '#services/files/open-files'
import { UserError } from './failure.ts'
import { checkFiles, type FileFinding } from './file-check.ts'
import { printable } from './printable.ts'
import { number, showProgress } from './progress.ts'
import { withSession } from './session.ts'

export const filesCommand = (): Command =>
  new Command('files')
    .description('The files of all tenants')
    .addCommand(
      new Command('check')
        .description('Compare the files in the database with the file store, such as after a restore. Changes nothing.')
        .addHelpText(
          'after',
          '\nEach difference is a line: missing or "wrong size" with tenant, id and name of the file, or orphaned with its' +
            '\nkey in the store. The command fails (exit code 1) if there is any.',
        )
        .action(check),
    )
    .addCommand(
      new Command('remove')
        .description('Delete the files of a tenant that was removed from the database.')
        .argument('<folder>', 'the id of the tenant, as the folder of its files is named', parseFolder)
        .addHelpText(
          'after',
          '\nAfter a move to another installation, deploy/move/remove-tenant.sql prints the folder. Do not run the command if' +
            '\nboth installations use the same file store: the files are needed there.',
        )
        .action(remove),
    )

const parseFolder = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a folder.')
}

const remove = (folder: number): Promise<void> =>
  withSession(async ({ installation: { config, database } }) => {
    const tenant = await database.system.tenant.findFirst({ where: { id: folder }, select: { key: true } })
    if (tenant) throw new UserError(`The files belong to the tenant ${tenant.key}, which is in this database.`)
    const { store } = await openFiles(config)
    const progress = showProgress(`Deleting from ${store.name}`, 'files')
    let deleted = 0
    for await (const { key } of store.list(String(folder))) {
      await store.delete(key)
      deleted++
      progress.update(deleted, deleted)
    }
    progress.finish(`${number(deleted)} files deleted.`)
  })

const check = (): Promise<void> =>
  withSession(async ({ installation }) => {
    const { database, config } = installation
    const { store } = await openFiles(config)
    const total = await database.system.storedFile.count()
    const progress = showProgress(`Comparing ${store.name}`, 'files')
    const counts = { compared: 0, missing: 0, 'wrong size': 0, orphaned: 0 }
    const onCount = (compared: number): void => {
      counts.compared = compared
      progress.update(compared, Math.max(total, compared))
    }
    for await (const finding of checkFiles(database, store, onCount)) {
      counts[finding.kind]++
      console.log(lineOf(finding))
    }
    const { compared, missing, orphaned } = counts
    const found = `${number(missing)} missing, ${number(counts['wrong size'])} of the wrong size, ${number(orphaned)} orphaned`
    const result = `${number(compared)} files compared: ${found}.`
    if (missing + orphaned + counts['wrong size'] === 0) return progress.finish(result)
    throw new UserError(result)
  })

const lineOf = ({ kind, key, file }: FileFinding): string =>
  file
    ? `${kind}: tenant ${file.tenantId}, file ${file.id} "${printable(file.name)}", ${key}`
    : `${kind}: ${printable(key)}`
