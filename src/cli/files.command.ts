import { Command } from 'commander'
import { openFiles } from '#kernel/files/open-files'
import { UserError } from './failure.ts'
import { checkFiles, type FileFinding } from './file-check.ts'
import { printable } from './printable.ts'
import { number, showProgress } from './progress.ts'
import { withSession } from './session.ts'

export const filesCommand = (): Command =>
  new Command('files').description('The files of all tenants').addCommand(
    new Command('check')
      .description('Compare the files in the database with the file store, such as after a restore. Changes nothing.')
      .addHelpText(
        'after',
        '\nEach difference is a line: missing or "wrong size" with tenant, id and name of the file, or orphaned with its' +
          '\nkey in the store. The command fails (exit code 1) if there is any.',
      )
      .action(check),
  )

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
