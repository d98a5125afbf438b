import { Command, InvalidArgumentError, Option } from 'commander'
import { FIELD_NAMES, headersOf } from '#areas/people/imports/columns/fields.model'
import { PRESET_NAMES, PRESETS } from '#areas/people/imports/columns/presets.model'
import type { ImportChoicesInput } from '#contract/people/imports'
import { Problem } from '#kernel/errors/problem'
import { SilentFailure, UserError } from '../failure.ts'
import { type HelpList, helpLists } from '../help.ts'
import { duration, number, showProgress } from '../progress.ts'
import { commandScope, findTenant, type Session, withSession } from '../session.ts'
import { importFile, ReportError } from './import-file.ts'
import { importTenantCommand } from './import-tenant.command.ts'
import { describeOutcome, describeRefusal } from './outcome.ts'

interface Options {
  tenant: string
  map: string[]
  preset?: ImportChoicesInput['Preset']
  type?: 'individual' | 'organization'
  match: string
  onlyUpdates: boolean
  createGroups?: boolean
  group: string[]
  dryRun: boolean
  force: boolean
  report?: string
  encoding?: string
  delimiter?: string
  sheet?: string
  language?: string
  dates: string[]
  century?: number
  nameOrder?: string
  sharedAddress?: NonNullable<ImportChoicesInput['SharedAddress']>
}

const collect = (value: string, earlier: string[]): string[] => [...earlier, value]

/** Headers of each field that the help shows. */
const SHOWN_HEADERS = 5

const LISTS: readonly HelpList[] = [
  { title: 'Presets:', items: PRESET_NAMES.map((name) => [name, PRESETS[name].description]) },
  {
    title: 'Fields, with headers that are recognized (case-insensitive):',
    items: FIELD_NAMES.map((field) => [field, headersOf(field).slice(0, SHOWN_HEADERS).join(', ')]),
  },
  {
    title: 'Exit codes:',
    items: [
      ['0', 'done; rows can be refused if others were imported, updated or unchanged'],
      ['1', 'failed, or every row was refused, also in a dry run'],
      ['2', 'the command was not understood'],
    ],
  },
]

const MATCHES = new Map<string, NonNullable<ImportChoicesInput['Match']>>([
  ['none', 'None'],
  ['email', 'Email'],
  ['account-number', 'AccountNumber'],
  ['id', 'ContactId'],
])

const NAME_ORDERS = new Map<string, NonNullable<ImportChoicesInput['NameOrder']>>([
  ['first-last', 'FirstLast'],
  ['last-first', 'LastFirst'],
])

/** As in the contract. */
const CENTURIES = { first: 1800, last: 2100 }

const parseCentury = (text: string): number => {
  const year = Number(text)
  if (Number.isInteger(year) && year >= CENTURIES.first && year <= CENTURIES.last) return year
  throw new InvalidArgumentError(`It must be a year from ${CENTURIES.first} to ${CENTURIES.last}.`)
}

export const importCommand = (): Command => {
  const command = new Command('import').description('Import records from files.')
  addReadingOptions(contactsCommand(command))
    .addHelpText('after', helpLists(LISTS))
    .action((file: string, options: Options) => withSession((session) => run(session, file, options)))
  command.addCommand(importTenantCommand())
  return command
}

const contactsCommand = (command: Command): Command =>
  command
    .command('contacts <file>')
    .description(
      'Import the rows of a CSV file or an Excel workbook (.xlsx): contacts with their groups, tags and memberships. Files of ' +
        'CiviCRM, Wild Apricot, Mailchimp and Excel are recognized by their headers. Invalid rows and possible duplicates ' +
        'are refused and written to a report with their reasons. If the command is stopped, run it again to import the rest.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--dry-run', 'check everything and say what would be done, but import nothing', false)
    .addOption(
      new Option('--preset <name>', 'the program that wrote the file; found by the headers by default').choices(
        PRESET_NAMES,
      ),
    )
    .option('--map <header=field>', 'field of a column; HEADER= ignores the column; repeatable', collect, [])
    .addOption(
      new Option(
        '--match <value>',
        'update the contact with the same value; an empty cell changes nothing, [clear] removes',
      )
        .choices([...MATCHES.keys()])
        .default('none'),
    )
    .option('--only-updates', 'refuse rows that match no contact', false)
    .addOption(
      new Option('--type <type>', 'type of rows without a type; by default, their names decide').choices([
        'individual',
        'organization',
      ]),
    )
    .option(
      '--create-groups',
      'create groups that do not exist; default for files of CiviCRM, Wild Apricot and Mailchimp',
    )
    .option('--no-create-groups', 'refuse rows with groups that do not exist')
    .option('--group <name>', 'a group that every contact is added to; repeatable', collect, [])
    .option('--force', 'import possible duplicates too', false)
    .option('--report <file>', 'file for the refused rows; by default, the name of the file with .refused.csv')

/** How the file and its values are read. */
const addReadingOptions = (command: Command): Command =>
  command
    .option('--encoding <name>', 'utf-8, windows-1252, utf-16le ...; detected by default')
    .option('--delimiter <character>', 'separator of the columns; detected by default')
    .option('--sheet <name>', 'sheet of a workbook; the first one by default')
    .option('--language <tag>', 'language of the file, such as de; found by the headers by default')
    .option(
      '--dates <order>',
      'order of day, month and year in dates such as 03/04/2025: YMD, DMY or MDY; HEADER=DMY for one column; repeatable',
      collect,
      [],
    )
    .option('--century <year>', 'first of the 100 years of years with two digits, such as 1930', parseCentury)
    .addOption(
      new Option('--name-order <order>', 'which name comes first in a cell with both, without a comma').choices([
        ...NAME_ORDERS.keys(),
      ]),
    )
    .addOption(
      new Option('--shared-address <action>', 'with --match email, rows of other people with the address').choices([
        'refuse',
        'create',
      ]),
    )

const run = async (session: Session, file: string, options: Options): Promise<void> => {
  const scope = await commandScope(session, await findTenant(session, options.tenant))
  const progress = showProgress(options.dryRun ? `Checking ${file}` : `Importing ${file}`, 'rows')
  const started = Date.now()
  let hasBegun = false
  const outcome = await importFile(scope, {
    path: file,
    choices: choicesOf(options),
    reportPath: options.report ?? `${file.replace(/\.(csv|txt|tsv|xlsx)$/i, '')}.refused.csv`,
    onProgress: ({ percent, rowsRead, refused }) => {
      hasBegun = true
      progress.update(percent, 100, `${number(rowsRead)} rows, ${number(refused)} refused, ${since(started)}`)
    },
  }).catch((error: unknown) => {
    progress.fail(stopMessage(error, hasBegun, options))
    throw error
  })
  const refusal = describeRefusal(file, outcome)
  if (refusal === undefined) progress.finish(options.dryRun ? `Checked ${file}.` : `Imported ${file}.`)
  else progress.fail(refusal)
  console.log(describeOutcome(file, outcome))
  if (refusal !== undefined) throw new SilentFailure()
}

/** A file is read to its end before its first row is imported: one that cannot be read was not imported in part. */
const stopMessage = (error: unknown, hasBegun: boolean, { dryRun }: Options): string => {
  if (error instanceof Problem) return 'Nothing was imported. Correct what is named below, and run the command again.'
  if (!hasBegun && error instanceof UserError) return 'Nothing was imported.'
  if (error instanceof ReportError) return 'Every row was processed. Run the command again to write the report.'
  if (dryRun) return 'The check stopped before the end. Nothing was imported.'
  return 'The import stopped before the end. Rows already imported are saved. Run the same command again to continue.'
}

const since = (started: number): string => duration((Date.now() - started) / 1000)

const choicesOf = (options: Options): ImportChoicesInput => ({
  Preset: options.preset ?? null,
  Encoding: options.encoding ?? null,
  Delimiter: options.delimiter ?? null,
  Sheet: options.sheet ?? null,
  Mapping: options.map.map(parseMapping),
  ContactType: options.type === undefined ? null : options.type === 'individual' ? 'Individual' : 'Organization',
  Language: options.language ?? null,
  ...parseDates(options.dates),
  Century: options.century ?? null,
  NameOrder: NAME_ORDERS.get(options.nameOrder ?? '') ?? null,
  SharedAddress: options.sharedAddress ?? null,
  Match: MATCHES.get(options.match) ?? 'None',
  OnlyUpdates: options.onlyUpdates,
  ForceSave: options.force,
  CreateGroups: options.createGroups ?? null,
  Groups: options.group,
  IsDryRun: options.dryRun,
})

const parseMapping = (mapping: string): { Header: string; Field: string | null } => {
  const at = mapping.lastIndexOf('=')
  if (at < 1) throw new UserError(`--map: "${mapping}" must read HEADER=FIELD.`)
  return { Header: mapping.slice(0, at), Field: mapping.slice(at + 1) || null }
}

const ORDERS = ['YMD', 'DMY', 'MDY'] as const

const parseOrder = (text: string, sent: string): (typeof ORDERS)[number] => {
  const order = ORDERS.find((one) => one === text)
  if (order === undefined)
    throw new UserError(`--dates: "${sent}" must be ${ORDERS.join(', ')}, or HEADER= and one of these.`)
  return order
}

/** Parses the order of all dates, and those of single columns. @throws UserError. */
export const parseDates = (sent: readonly string[]): Pick<ImportChoicesInput, 'DateOrder' | 'DateOrders'> => {
  const all = sent.filter((one) => !one.includes('='))
  const [last] = all.slice(-1)
  return {
    DateOrder: last === undefined ? null : parseOrder(last, last),
    DateOrders: sent
      .filter((one) => one.includes('='))
      .map((one) => {
        const at = one.lastIndexOf('=')
        return { Header: one.slice(0, at), DateOrder: parseOrder(one.slice(at + 1), one) }
      }),
  }
}
