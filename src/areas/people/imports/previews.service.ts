import { getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { ImportPreviewRow, ImportStartInput } from '#contract/people/imports'
import type { FileStore } from '#kernel/files/file-store'
import type { Scope } from '#kernel/tenancy/scope'
import { draftImport, type ImportDraft, type ImportPlan } from './plans/plans.service.ts'
import { previewValues } from './rows/preview-values.model.ts'
import { RowValues } from './rows/row-values.input.ts'
import { badFile, type TableRow } from './tables/source.model.ts'
import { findPreviewed, uploadSource } from './uploads.queries.ts'

/** How a file is imported, with its first rows. */
export interface Preview {
  plan: ImportDraft
  rows: ImportPreviewRow[]
}

/** Rows of a preview. */
const MAX_ROWS = 10

/** Reads how a file would be imported, with its first rows if its columns have no fault. Stores nothing. @throws 400, 422 import-file, unknown-reference. */
export const previewImport = async (
  scope: Scope,
  store: FileStore,
  { FileId, Options }: ImportStartInput,
): Promise<Preview> => {
  const file = await findPreviewed(scope, FileId)
  const plan = await draftImport(scope, uploadSource(store, file), Options ?? {})
  if (plan.columns.fault !== undefined) return { plan, rows: [] }
  const rows: ImportPreviewRow[] = []
  let isHeader = true
  for await (const row of plan.table.rows()) {
    if (!isHeader) rows.push(previewRow(plan, row))
    isHeader = false
    if (rows.length === MAX_ROWS) break
  }
  if (rows.length === 0) throw badFile(`${file.name} has no rows after its headers.`)
  return { plan, rows }
}

const previewRow = ({ reader }: ImportPlan, { line, fields }: TableRow): ImportPreviewRow => {
  const values = reader.open(line, fields)
  if (!(values instanceof RowValues)) return { Line: line, Values: [], Reasons: values.reasons }
  const parsed = reader.parse(line, values)
  return 'reasons' in parsed
    ? { Line: line, Values: [], Reasons: parsed.reasons }
    : { Line: line, Values: previewValues(parsed), Reasons: [] }
}

/** Lists the custom fields of contacts by which columns can be mapped. */
export const listCustomHeaders = async (scope: Scope): Promise<{ name: string; displayName: string }[]> => {
  const sets = await getContactFieldSets(scope.db)
  const all = [...sets[1].fields, ...sets[2].fields]
  return [...new Map(all.map(({ name, displayName }) => [name, { name, displayName }])).values()]
}
