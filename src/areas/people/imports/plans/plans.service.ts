import { findCountries } from '#areas/people/contacts/contacts.queries'
import { getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { ImportChoicesInput } from '#contract/people/imports'
import { badInput } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { plainKey } from '#kernel/text/plain-key'
import { inThreadForJob } from '#kernel/threads/thread'
import { dayIn } from '#kernel/time/day'
import { type Columns, type FoundColumns, parseDateOrders, readColumns } from '../columns/columns.input.ts'
import { areGerman } from '../columns/fields.model.ts'
import { detectPreset, PRESETS, type PresetName } from '../columns/presets.model.ts'
import type { ImportSettings } from '../imports.model.ts'
import { makeCountryReader } from '../rows/addresses.model.ts'
import type { DateOrder } from '../rows/date-orders.model.ts'
import { makeDateReader } from '../rows/dates.model.ts'
import { makeRowReader, type RowReader } from '../rows/row-reader.input.ts'
import { isStorable, makeNumberReader, readFlag, readList } from '../rows/values.model.ts'
import { badFile, type Source, type Table } from '../tables/source.model.ts'
import { openTable } from '../tables/tables.input.ts'
import { findDateOrders, listDateFields } from './date-columns.input.ts'

/** The plan of an import: everything that is found in its file, and the reader of its rows. */
export interface ImportPlan {
  table: Table
  preset: PresetName
  columns: Columns
  /** The settings with the values that were found. */
  settings: ImportSettings
  /** The order of dates that nothing else shows. */
  dateOrder: DateOrder
  reader: RowReader
}

/** Rows that are looked at before the rest of the file. */
const SAMPLE = 1

/** A plan of which the columns can have a fault. */
export interface ImportDraft extends ImportPlan {
  columns: FoundColumns
}

/** Reads the headers and the first rows of a file, and determines how it is imported. @throws 400, 422 `import-file`. */
export const planImport = async (scope: Scope, source: Source, choices: ImportChoicesInput): Promise<ImportPlan> => {
  const draft = await draftImport(scope, source, choices)
  if (draft.columns.fault !== undefined) throw badFile(draft.columns.fault)
  return draft
}

/** Returns a plan also for columns that cannot be imported, so that they can be mapped. @throws 400, 422 `import-file`. */
export const draftImport = async (scope: Scope, source: Source, choices: ImportChoicesInput): Promise<ImportDraft> => {
  const format = { encoding: choices.Encoding, delimiter: choices.Delimiter, sheet: choices.Sheet }
  const table = await openTable(source, format, (task, input) => inThreadForJob(scope, task, input))
  const headers = await readHeaders(table)
  const preset = choices.Preset ?? presetOf(headers, table)
  const custom = await getContactFieldSets(scope.db)
  const fields = [...custom[1].fields, ...custom[2].fields]
  const isNameNeeded = !PRESETS[preset].namesByEmail && (choices.Match ?? 'None') === 'None'
  const columns = readColumns(headers, preset, choices.Mapping ?? [], fields, isNameNeeded)
  const { timeZone } = scope.tenant
  const countries = await findCountries(scope.db)
  const homeCountry = countries.get(scope.tenant.countryId)?.alpha2
  const language = languageOf(choices.Language) ?? (areGerman(headers) ? 'de' : 'en')
  const ofColumns = parseDateOrders(columns, choices.DateOrders ?? [], listDateFields(custom))
  const rules = { chosen: choices.DateOrder, ofColumns, language, homeCountry, custom }
  const orders = await findDateOrders(columns, table, rules)
  const settings = settingsOf(choices, { table, preset, language, dateOrder: orders.common })
  const reader = makeRowReader({
    columns,
    preset,
    countries,
    homeCountry,
    custom,
    groups: settings.Groups,
    isForced: settings.ForceSave,
    nameOrder: settings.NameOrder ?? undefined,
    isLastFirst: LAST_FIRST.has(language.split('-')[0] ?? ''),
    readers: {
      readCountry: makeCountryReader(countries, language),
      readDate: makeDateReader({
        orderOf: orders.orderOf,
        century: settings.Century ?? undefined,
        language,
        today: dayIn(timeZone, scope.clock.now()),
        timeZone,
      }),
      readNumber: makeNumberReader(language),
      readFlag,
      readList,
    },
    type: settings.ContactType === null ? undefined : settings.ContactType === 'Individual' ? 1 : 2,
    mailStatus: mailStatusOf(preset, headers),
  })
  return { table, preset, columns, settings, dateOrder: orders.common ?? orders.region, reader }
}

/** Returns the mail status of all rows: 1 opted out, 2 bounced. */
const mailStatusOf = (preset: PresetName, headers: readonly string[]): 1 | 2 | undefined => {
  const status = PRESETS[preset].emailStatus?.(new Set(headers.map(plainKey)))
  return status && (status === 'unsubscribed' ? 1 : 2)
}

/** @throws 422 `import-file` without headers, or without a row after them. */
const readHeaders = async (table: Table): Promise<string[]> => {
  const { name } = table.source
  const [headers, ...sample] = await takeRows(table, SAMPLE)
  if (!headers) throw badFile(`${name} has no row with headers.`)
  requireHeaders(headers)
  if (sample.length === 0) throw badFile(`${name} has headers, and no row after them. There is nothing to import.`)
  return headers
}

/** Languages in which the last name comes first. */
const LAST_FIRST: ReadonlySet<string> = new Set(['hu', 'zh', 'ja', 'ko', 'vi'])

const MAX_COLUMNS = 1000
/** The limit of Mapping in the contract. */
const MAX_HEADER = 1000

/** @throws 422 `import-file` */
const requireHeaders = (headers: readonly string[]): void => {
  if (headers.length > MAX_COLUMNS)
    throw badFile(`The table has more than ${MAX_COLUMNS} columns. Delete those that are not needed.`)
  const at = headers.findIndex((header) => header.length > MAX_HEADER || !isStorable(header))
  if (at >= 0)
    throw badFile(
      `The header of column ${at + 1} is too long, or contains a character that cannot be stored. Is the first row the one with the headers?`,
    )
}

const takeRows = async (table: Table, count: number): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const { fields } of table.rows()) {
    rows.push(fields)
    if (rows.length > count) break
  }
  return rows
}

// Without another sign, workbooks and the forms of text that only Excel writes are files of Excel.
const presetOf = (headers: readonly string[], { encoding, delimiter, sheet }: Table): PresetName => {
  const found = detectPreset(headers)
  if (found !== 'None') return found
  const isUnicodeText = encoding === 'utf-16le' && delimiter === '\t'
  const isExcel =
    encoding === 'windows-1252' || encoding === 'macintosh' || delimiter === ';' || isUnicodeText || sheet !== null
  return isExcel ? 'Excel' : 'None'
}

/** @throws 400 for a tag that is not well formed. */
const languageOf = (sent: string | null | undefined): string | undefined => {
  try {
    return sent ? Intl.getCanonicalLocales(sent)[0] : undefined
  } catch {
    throw badInput('/Options/Language', 'must be a language tag, such as de or pt-BR')
  }
}

const settingsOf = (
  choices: ImportChoicesInput,
  found: { table: Table; preset: PresetName; language: string; dateOrder: DateOrder | null },
): ImportSettings => ({
  Preset: found.preset,
  Encoding: found.table.encoding,
  Delimiter: found.table.delimiter,
  Sheet: found.table.sheet,
  Mapping: [...(choices.Mapping ?? [])],
  ContactType: choices.ContactType ?? null,
  Language: found.language,
  DateOrder: found.dateOrder,
  DateOrders: [...(choices.DateOrders ?? [])],
  Century: choices.Century ?? null,
  NameOrder: choices.NameOrder ?? null,
  Match: choices.Match ?? 'None',
  SharedAddress: choices.SharedAddress ?? 'refuse',
  OnlyUpdates: choices.OnlyUpdates ?? false,
  ForceSave: choices.ForceSave ?? false,
  CreateGroups: choices.CreateGroups ?? PRESETS[found.preset].createsGroups,
  Groups: [...(choices.Groups ?? [])],
  IsDryRun: choices.IsDryRun ?? false,
})
