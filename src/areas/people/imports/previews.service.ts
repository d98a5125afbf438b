import { listDateFieldNames } from '#areas/people/custom-fields/values/cells.service'
import { getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { ImportPreviewRow, ImportStartInput, ImportWarning } from '#contract/people/imports'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { FileStore } from '#services/files/file-store'
import { findPreviewed, openUploadSource } from './imports.queries.ts'
import { draftImport, type ImportDraft, type ImportPlan } from './plans/plans.service.ts'
import { countGuesses, type Guess } from './rows/guesses.model.ts'
import { previewValues } from './rows/preview-values.model.ts'
import type { ParsedRow, RefusedRow } from './rows/row-context.model.ts'
import { RowValues } from './rows/row-values.input.ts'
import { badFile, type TableRow } from './tables/source.model.ts'

/** The plan of an import, with the first rows of its file. */
export interface Preview {
  plan: ImportDraft
  rows: ImportPreviewRow[]
  warnings: ImportWarning[]
}

/** Rows of a preview. */
const MAX_ROWS = 10
/** Rows that are looked at for guesses: a preview responds at once, and the dry run looks at all. */
const MAX_READ = 2000

/** Reads how a file would be imported, with its first rows if its columns have no fault. Stores nothing. @throws 400, 422 import-file, unknown-reference. */
export const previewImport = async (
  scope: Scope,
  store: FileStore,
  { FileId, Options }: ImportStartInput,
): Promise<Preview> => {
  const file = await findPreviewed(scope, FileId)
  const plan = await draftImport(scope, openUploadSource(store, file), Options ?? {})
  if (plan.columns.fault !== undefined) return { plan, rows: [], warnings: [...plan.table.warnings] }
  const rows: ImportPreviewRow[] = []
  const guessed: { line: number; guesses: readonly Guess[] }[] = []
  const unread: ImportWarning[] = []
  let read = 0
  for await (const row of firstRows(plan)) {
    if (read++ === MAX_READ) {
      unread.push(unreadWarning(row.line))
      break
    }
    const parsed = parseRow(plan, row)
    if (rows.length < MAX_ROWS) rows.push(previewRow(row.line, parsed))
    if (!('reasons' in parsed)) guessed.push({ line: row.line, guesses: parsed.guesses })
  }
  if (rows.length === 0) throw badFile(`${file.name} has no rows after its headers.`)
  return { plan, rows, warnings: [...unread, ...countGuesses(plan.table.warnings, guessed)] }
}

/** Says that the file has more rows, which can have more warnings. @param line the first one that was not looked at. */
const unreadWarning = (line: number): ImportWarning => ({
  Kind: 'Preview',
  Line: line,
  Message: `The preview has looked at the first ${MAX_READ.toLocaleString('en-US')} rows. Others can have more warnings and reasons of refusal: a dry run looks at all rows`,
  Count: MAX_READ,
  Lines: [line],
})

/** Returns the rows without the headers. A damage after those that are shown is reported by the import. */
async function* firstRows({ table }: ImportPlan): AsyncGenerator<TableRow> {
  let read = -1
  try {
    for await (const row of table.rows()) {
      read++
      if (read > 0) yield row
    }
  } catch (error) {
    if (!(error instanceof Problem) || read < MAX_ROWS) throw error
  }
}

const parseRow = ({ reader }: ImportPlan, { line, fields }: TableRow): ParsedRow | RefusedRow => {
  const values = reader.open(line, fields)
  return values instanceof RowValues ? reader.parse(line, values) : values
}

const previewRow = (line: number, parsed: ParsedRow | RefusedRow): ImportPreviewRow =>
  'reasons' in parsed
    ? { Line: line, Values: [], Reasons: parsed.reasons }
    : { Line: line, Values: previewValues(parsed), Reasons: [] }

/** Lists the custom fields of contacts by which columns can be mapped. */
export const listCustomHeaders = async (
  scope: Scope,
): Promise<{ name: string; displayName: string; isDate: boolean }[]> => {
  const sets = await getContactFieldSets(scope.db)
  const all = [...sets[1].fields, ...sets[2].fields]
  const dates = new Set([sets[1], sets[2]].flatMap(listDateFieldNames))
  return [
    ...new Map(all.map(({ name, displayName }) => [name, { name, displayName, isDate: dates.has(name) }])).values(),
  ]
}
