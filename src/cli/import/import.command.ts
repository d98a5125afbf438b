import { Command, Option } from 'commander'
import { duration, number, showProgress } from '../progress.ts'
import { commandScope, findTenant, type Session, withSession } from '../session.ts'
import { FIELDS } from './columns.ts'
import { type ImportOutcome, importFile } from './import-file.ts'
import { importTenantCommand } from './import-tenant.command.ts'
import { inspectSource } from './source.ts'

interface Options {
  tenant: string
  map: string[]
  type?: 'individual' | 'organization'
  dryRun: boolean
  force: boolean
  report?: string
  encoding?: string
  delimiter?: string
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]

const FIELD_LIST = Object.entries(FIELDS)
  .map(([field, aliases]) => `  ${field.padEnd(18)} ${aliases.split(',').slice(0, 5).join(',')}`)
  .join('\n')

export const importCommand = (): Command => {
  const command = new Command('import').description('Import records from files.')
  command
    .command('contacts <file>')
    .description(
      'Create a contact for each row of a CSV file. Invalid rows and possible duplicates are refused and written to a ' +
        'report with their reasons. If the command is stopped, run it again to import the rest.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--map <header=field>', 'field of a column; HEADER= ignores the column; repeatable', collect, [])
    .addOption(
      new Option('--type <type>', 'type of rows without a type; by default, their names decide').choices([
        'individual',
        'organization',
      ]),
    )
    .option('--dry-run', 'check everything and write the report, but import nothing', false)
    .option('--force', 'import possible duplicates too', false)
    .option('--report <file>', 'file for the refused rows; by default, the name of the file with .refused.csv')
    .option('--encoding <name>', 'utf-8, windows-1252, utf-16le ...; detected by default')
    .option('--delimiter <character>', 'separator of the columns; detected by default')
    .addHelpText('after', `\nFields, with the headers that are recognized (case-insensitive):\n${FIELD_LIST}`)
    .action((file: string, options: Options) => withSession((session) => run(session, file, options)))
  command.addCommand(importTenantCommand())
  return command
}

const TYPES = { individual: 1, organization: 2 } as const

const run = async (session: Session, file: string, options: Options): Promise<void> => {
  const scope = await commandScope(session, await findTenant(session, options.tenant))
  const { encoding, delimiter } = options
  const source = await inspectSource(file, { ...(encoding && { encoding }), ...(delimiter && { delimiter }) })
  const progress = showProgress(options.dryRun ? `Checking ${file}` : `Importing ${file}`, 'bytes')
  const started = Date.now()
  try {
    const outcome = await importFile(scope, {
      source,
      mappings: options.map,
      type: options.type && TYPES[options.type],
      isDryRun: options.dryRun,
      isForced: options.force,
      reportPath: options.report ?? `${file.replace(/\.csv$/i, '')}.refused.csv`,
      onProgress: (bytes, { imported, refused }) =>
        progress.update(bytes, source.size, note(imported, refused, started)),
    })
    progress.finish(describe(file, options.dryRun, outcome))
  } catch (error) {
    progress.fail(
      'The import stopped before the end. Rows already imported are saved. Run the same command again to continue.',
    )
    throw error
  }
}

const note = (imported: number, refused: number, started: number): string => {
  const seconds = (Date.now() - started) / 1000
  return `${number(imported)} imported, ${number(refused)} refused, ${duration(seconds)}`
}

const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`

const describe = (
  file: string,
  isDryRun: boolean,
  { run, resumedAfter, reportPath, unknownColumns }: ImportOutcome,
): string => {
  const words = isDryRun ? 'would be imported' : 'imported'
  const lines = [`${counted(run.imported, 'contact')} ${words}, ${counted(run.refused, 'row')} refused.`]
  if (run.isFinished) lines[0] = `${file} was imported before: ${lines[0]} Nothing was changed.`
  else if (resumedAfter > 0) lines.push(`Continued after line ${number(resumedAfter)}, where an earlier run stopped.`)
  if (unknownColumns.length > 0) lines.push(`Ignored columns: ${unknownColumns.join(', ')} (see --map).`)
  if (run.refused > 0) lines.push(`The refused rows and their reasons: ${reportPath}`)
  return lines.join('\n')
}
