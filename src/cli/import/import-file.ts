import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type ImportRow, importBatch, type Refusal } from '#areas/people/contacts/importing/import-contacts.service'
import {
  findImportRun,
  finishImportRun,
  type ImportRun,
  openImportRun,
} from '#areas/people/contacts/importing/import-runs.queries'
import { groupsByName } from '#areas/people/contacts/importing/labels'
import { countriesById } from '#areas/people/contacts/saving/countries'
import { type FieldSet, getContactFieldSets } from '#areas/people/custom-fields/values/fields.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { UserError } from '../failure.ts'
import { type Columns, readColumns } from './columns.ts'
import { rowReader } from './read-row.ts'
import { type CsvRecord, readRecords } from './records.ts'
import { RefusalReport } from './report.ts'
import type { Source } from './source.ts'
import { TrialMemory } from './trial-memory.ts'

export interface ImportOptions {
  source: Source
  mappings: readonly string[]
  type: 1 | 2 | undefined
  /** Nothing is kept. */
  isTrial: boolean
  isForced: boolean
  reportPath: string
  onProgress: (bytes: number, run: ImportRun) => void
}

export interface ImportOutcome {
  run: ImportRun
  /** The line that an earlier run had reached; 0 where there was none. */
  resumedAfter: number
  reportPath: string
  unknownColumns: string[]
}

/** Rows per transaction. */
const BATCH = 500

/** Imports a file from where it was left. Killed at any point and called again it does the rest, nothing twice. */
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
    if (!options.isTrial && !start.isFinished) await finishImportRun(scope, run.fileHash)
    const { path: reportPath } = report
    return { run, resumedAfter: start.lastLine, reportPath, unknownColumns: columns.unknown }
  } finally {
    await report.close()
    await records.return(undefined)
  }
}

/** The same file read in another way is another import. */
const startingPoint = async (scope: Scope, options: ImportOptions, columns: Columns): Promise<ImportRun> => {
  const { source, type, isForced, isTrial } = options
  const manner = JSON.stringify([source.hash, source.encoding, source.delimiter, columns.fields, type, isForced])
  const fileHash = createHash('sha256').update(manner).digest('hex')
  if (!isTrial) return openImportRun(scope, fileHash, basename(source.path))
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
    countries: await countriesById(scope),
    homeCountry: (await countriesById(scope)).get(scope.tenant.countryId)?.alpha2,
    groups: await groupsByName(scope),
    type: options.type,
    isForced: options.isForced,
    custom: work.custom,
  })
  const memory = options.isTrial && !options.isForced ? new TrialMemory() : undefined
  let run = work.start
  for await (const batch of batches(work.records, run.lastLine)) {
    const raw = new Map(batch.map(({ line, fields }) => [line, fields]))
    const results = batch.map(({ line, fields }) => {
      const result = read(line, fields)
      return 'draft' in result ? (memory?.check(result) ?? result) : result
    })
    run = await importBatch(scope, run, {
      rows: results.filter((result): result is ImportRow => 'draft' in result),
      unreadable: results.filter((result): result is Refusal => 'reasons' in result),
      lastLine: batch.at(-1)?.line ?? run.lastLine,
      isTrial: options.isTrial,
      onRefused: (refusals) => work.report.write(refusals, (line) => raw.get(line) ?? []),
    })
    work.report.settle()
    options.onProgress(batch.at(-1)?.bytes ?? 0, run)
  }
  return run
}

/** What lies behind a line, in pieces. */
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
