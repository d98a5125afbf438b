import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import {
  countExportRows,
  EXPORT_COLUMNS,
  type ExportRow,
  readExportRows,
} from '#areas/people/contacts/exports/exports.queries'
import { getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { withoutFormula } from '#kernel/text/formulas'
import { UserError } from '../failure.ts'

/** Contacts per read and write. */
const CHUNK = 1000

/** Data types whose values are ids of other records: they are written as labels and names of countries. */
const IN_WORDS = new Set(['7', '9', '13', '14'])

/**
 * Writes every contact of the tenant to a file that the import reads. The file has its name only when it is complete.
 *
 * @returns how many contacts were written.
 */
export const exportContacts = async (
  scope: Scope,
  path: string,
  onProgress: (done: number, total: number) => void,
): Promise<number> => {
  const columns = EXPORT_COLUMNS
  const sets = await getContactFieldSets(scope.db)
  const names = [...new Set([...sets[1].fields, ...sets[2].fields].map(({ name }) => name))]
  const total = await countExportRows(scope)
  const part = `${path}.part`
  const file = await openNew(part)
  let done = 0
  try {
    await file.write(stringify([[...columns, ...names.map((name) => `CustomFields.${name}`)]]))
    for (let last = 0; ; ) {
      const rows = await readExportRows(scope, last, CHUNK)
      if (rows.length > 0) await file.write(stringify(rows.map((row) => cellsOf(row, columns, names))))
      done += rows.length
      onProgress(done, total)
      if (rows.length < CHUNK) break
      last = rows.at(-1)?.id ?? last
    }
    await file.datasync()
    await file.close()
    await rename(part, path)
    return done
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}

const openNew = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'w', 0o600)
  } catch (error) {
    throw new UserError(`${path} cannot be written: ${(error as Error).message}`)
  }
}

const cellsOf = ({ cells, custom }: ExportRow, columns: readonly string[], names: readonly string[]): string[] => {
  const values = new Map(
    custom
      .filter(({ Value }) => Value !== null)
      .map((item) => [item.Name, IN_WORDS.has(item.CustomFieldDataTypeId) ? item.DisplayValue : item.Value]),
  )
  return [...columns.map((column) => cells[column]), ...names.map((name) => values.get(name))].map((text) =>
    withoutFormula(text ?? ''),
  )
}
