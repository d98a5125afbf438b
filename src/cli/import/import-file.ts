import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { getTenantSettings } from '#areas/integration/tenant-settings/tenant-settings.queries'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import {
  findGroupsByName,
  findImportRun,
  finishImportRun,
  type ImportRun,
  openImportRun,
} from '#areas/people/contacts/imports/imports.queries'
import { type ImportRow, importBatch, type RefusedRow } from '#areas/people/contacts/imports/imports.service'
import { type FieldSet, getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { UserError } from '../failure.ts'
import { type Columns, readColumns } from './columns.ts'
import { DryRunMemory } from './dry-run-memory.ts'
import { rowReader } from './read-row.ts'
import { type CsvRecord, readRecords } from './records.ts'
import { RefusalReport } from './report.ts'
import type { Source } from './source.ts'

export interface ImportOptions {
  source: Source
  mappings: readonly string[]
  type: 1 | 2 | undefined
  /** Nothing is kept. */
  isDryRun: boolean
  isForced: boolean
  reportPath: string
  onProgress: (bytes: number, run: ImportRun) => void
}

export interface ImportOutcome {
  run: ImportRun
  /** The last line of an earlier run; 0 if there was none. */
  resumedAfter: number
  reportPath: string
  unknownColumns: string[]
}

/** Rows per transaction. */
const BATCH = 500

/** Imports a file after its last imported line. If it is stopped, call it again to import the rest, nothing twice. */
export const importFile = async (scope: Scope, options: ImportOptions): Promise<ImportOutcome> => {
  const records = readRecords(options.source)
  const header = await records.next()
  if (header.done) throw new UserError(`${options.source.path} is empty.`)
  const custom = await getContactFieldSets(scope.db)
  const columns = readColumns(header.value.fields, options.mappings, [...custom[1].fields, ...custom[2].fields])
  const start = await startingPoint(scope, options, columns)
  const report = await RefusalReport.open(options.reportPath, columns.headers, start.lastLine)
  try {
    const run = start.isFinished
      ? start
      : await importRecords(scope, options, columns, { records, start, report, custom })
    if (!options.isDryRun && !start.isFinished) await finishImportRun(scope, run.fileHash)
    const { path: reportPath } = report
    return { run, resumedAfter: start.lastLine, reportPath, unknownColumns: columns.unknown }
  } finally {
    await report.close()
    await records.return(undefined)
  }
}

/** The same file with other options is another import. */
const startingPoint = async (scope: Scope, options: ImportOptions, columns: Columns): Promise<ImportRun> => {
  const { source, type, isForced, isDryRun } = options
  const identity = JSON.stringify([source.hash, source.encoding, source.delimiter, columns.fields, type, isForced])
  const fileHash = createHash('sha256').update(identity).digest('hex')
  if (!isDryRun) return openImportRun(scope, fileHash, basename(source.path))
  const found = await findImportRun(scope, fileHash)
  return { ...(found ?? { imported: 0, refused: 0, lastLine: 0 }), fileHash, isFinished: found?.isFinished ?? false }
}

interface Work {
  records: AsyncGenerator<CsvRecord>
  start: ImportRun
  report: RefusalReport
  custom: Record<1 | 2, FieldSet>
}

const importRecords = async (
  scope: Scope,
  options: ImportOptions,
  columns: Columns,
  work: Work,
): Promise<ImportRun> => {
  const read = rowReader({
    columns,
    countries: await findCountries(scope.db),
    homeCountry: (await findCountries(scope.db)).get(scope.tenant.countryId)?.alpha2,
    groups: await findGroupsByName(scope),
    type: options.type,
    isForced: options.isForced,
    custom: work.custom,
  })
  const memory = options.isDryRun && !options.isForced ? new DryRunMemory() : undefined
  let run = work.start
  for await (const batch of batches(work.records, run.lastLine)) {
    const raw = new Map(batch.map(({ line, fields }) => [line, fields]))
    const results = batch.map(({ line, fields }) => {
      const result = read(line, fields)
      return 'draft' in result ? (memory?.check(result) ?? result) : result
    })
    // An import can take long: the settings of the tenant can have changed since its start.
    const current = { ...scope, tenant: await getTenantSettings(scope) }
    run = await importBatch(current, run, {
      rows: results.filter((result): result is ImportRow => 'draft' in result),
      unreadable: results.filter((result): result is RefusedRow => 'reasons' in result),
      lastLine: batch.at(-1)?.line ?? run.lastLine,
      isDryRun: options.isDryRun,
      onRefused: (refusals) => work.report.write(refusals, (line) => raw.get(line) ?? []),
    })
    work.report.settle()
    options.onProgress(batch.at(-1)?.bytes ?? 0, run)
  }
  return run
}

/** The records after a line, in batches. */
async function* batches(records: AsyncGenerator<CsvRecord>, afterLine: number): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  for await (const record of records) {
    if (record.line <= afterLine) continue
    batch.push(record)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
