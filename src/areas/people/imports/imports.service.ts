import { attachFile, moveFile, releaseFiles } from '#areas/integration/files/attachments.service'
import type { ImportStartInput } from '#contract/people/imports'
import { conflict, insufficientScope, notFound, ruleRefused } from '#kernel/errors/problem'
import { attachment } from '#kernel/http/file-name'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ImportRun } from '#prisma/client'
import { BYTE_ORDER_MARK, writeCsvLines } from '#services/csv/csv-lines'
import { type CsvDownload, MAX_CSV_ROWS } from '#services/csv/list-csv'
import type { FileStore } from '#services/files/file-store'
import { KEPT_DAYS, MAX_OPEN, scopesOf } from './imports.model.ts'
import {
  findDryRun,
  findImport,
  findImportable,
  importKind,
  openUploadSource,
  readRefusals,
} from './imports.queries.ts'
import { type ImportPlan, planImport } from './plans/plans.service.ts'

/** The job that imports a file. */
export const RUN_IMPORT = 'run_import'

const DAY_MS = 86_400_000

/**
 * Starts an import of an upload, which a job performs. The file is read before: an import that starts can be performed.
 *
 * @throws 400, 403 insufficient-scope, 422 import-file, too-many, unknown-reference or file-taken.
 */
export const startImport = async (
  scope: Scope,
  store: FileStore,
  { FileId, Options }: ImportStartInput,
): Promise<ImportRun> => {
  const { tenantId } = scope.db
  const upload = await findImportable(scope, FileId)
  const plan = await planImport(scope, openUploadSource(store, upload), Options ?? {})
  const scopes = requireScopes(scope, plan)
  return scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'import')
    const open = await tx.importRun.count({ where: { tenantId, finishedAt: null, fileId: { not: null } } })
    if (open >= MAX_OPEN)
      throw ruleRefused('too-many', `The tenant has ${MAX_OPEN} imports that are not complete. Wait for them first.`)
    const dryRun = await findDryRun(tx, tenantId, FileId)
    const waiting = { fileId: FileId, dryRunId: dryRun?.id ?? null, status: 'Queued', startedAt: null, scopes }
    const created = await tx.importRun.create({ data: { ...importData(scope, plan), ...waiting } })
    await takeFile(scope, tx, created, FileId)
    await recordImport(scope, tx, created, 'created')
    await enqueueJobs(tx, [
      {
        name: RUN_IMPORT,
        payload: { tenantId, importId: created.id },
        key: `${RUN_IMPORT}:${tenantId}:${created.id}`,
        queue: `${RUN_IMPORT}:${tenantId}`,
      },
    ])
    return created
  })
}

/** Makes the file belong to the import: an upload of the caller, or the file of a dry run that has ended. */
const takeFile = async (scope: Scope, tx: Transaction, { id, dryRunId }: ImportRun, fileId: number): Promise<void> => {
  const owner = { kind: importKind.entity, id, contactId: null }
  const file = { fileId, pointer: '/FileId' }
  if (dryRunId === null) return void (await attachFile(scope, tx, file, owner))
  await moveFile(scope, tx, file, { ...owner, id: dryRunId }, owner)
  await tx.importRun.updateMany({ where: { tenantId: scope.db.tenantId, id: dryRunId }, data: { fileId: null } })
}

/** @throws 403 insufficient-scope naming the first scope that the caller lacks. */
const requireScopes = (scope: Scope, { columns, settings }: ImportPlan): string[] => {
  const scopes = scopesOf(columns.fields, settings)
  const missing = scopes.find((needed) => !hasGrant(scope, needed))
  if (missing !== undefined) throw insufficientScope(missing)
  return scopes
}

/** Returns the columns of a new import. */
export const importData = ({ db, actor, clock }: Scope, plan: ImportPlan) => ({
  tenantId: db.tenantId,
  fileName: plan.table.source.name,
  preset: plan.preset,
  options: {
    ...plan.settings,
    Mapping: plan.settings.Mapping.map((one) => ({ ...one })),
    DateOrders: plan.settings.DateOrders.map((one) => ({ ...one })),
  },
  columns: plan.columns.headers.map((Header, at) => ({ Header, Field: plan.columns.fields.at(at) ?? null })),
  isDryRun: plan.settings.IsDryRun,
  warnings: plan.table.warnings.map((one) => ({ ...one })),
  createdBy: actorName(actor),
  createdAt: clock.now(),
})

/** Ends an import. One that was ended or deleted stays as it is. Returns whether it was ended. */
export const endImport = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  end: { status: 'Completed' } | { status: 'Cancelled' } | { status: 'Failed'; message: string },
): Promise<boolean> => {
  const { tenantId } = scope.db
  const isComplete = end.status === 'Completed'
  const data = { ...end, finishedAt: scope.clock.now(), ...NEXT_VERSION, ...(isComplete && { percent: 100 }) }
  const { count } = await tx.importRun.updateMany({ where: { tenantId, id, finishedAt: null }, data })
  if (count === 0) return false
  await recordImport(scope, tx, await tx.importRun.findFirstOrThrow({ where: { tenantId, id } }), 'updated')
  return true
}

/** Cancels an import: its job stops before the next rows. @throws 404, 409 import-ended, 412. */
export const cancelImport = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, importKind, id, expected)
    if (!(await endImport(scope, tx, id, { status: 'Cancelled' })))
      throw conflict('import-ended', 'The import has already ended.')
  })

/** Deletes an import that has ended, with its file and its refused rows. @throws 404, 409 import-running, 412. */
export const deleteImport = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const found = await lockRecord(scope, tx, importKind, id, expected)
    if (found.finishedAt === null)
      throw conflict('import-running', 'The import has not ended. Wait for it, or cancel it first.')
    await removeImport(scope, tx, found)
  })

const removeImport = async (scope: Scope, tx: Transaction, found: ImportRun): Promise<void> => {
  await releaseFiles(scope, tx, { kind: importKind.entity, id: found.id })
  await tx.importRun.deleteMany({ where: { tenantId: scope.db.tenantId, id: found.id } })
  await recordImport(scope, tx, nextVersionOf(found), 'deleted')
}

const UNFINISHED =
  'The import was not complete within a day. Start it again with the file: rows that were imported stay.'

/** Deletes the imports that have expired: they contain personal data. An import that no job has completed has failed. */
export const deleteExpiredImports = (scope: Scope): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const daysAgo = (days: number) => new Date(scope.clock.now().getTime() - days * DAY_MS)
    const open = { tenantId, finishedAt: null, createdAt: { lt: daysAgo(1) } }
    for (const { id } of await tx.importRun.findMany({ where: open, select: { id: true } }))
      await endImport(scope, tx, id, { status: 'Failed', message: UNFINISHED })
    const expired = { tenantId, finishedAt: { lt: daysAgo(KEPT_DAYS) } }
    for (const found of await tx.importRun.findMany({ where: expired })) await removeImport(scope, tx, found)
  })

export const recordImport = (scope: Scope, tx: Transaction, made: ImportRun, action: ChangeAction): Promise<void> => {
  const { status: Status, isDryRun: IsDryRun, imported: Created, updated: Updated, refused: Refused } = made
  const counts = { Created, Updated, Refused, MembershipsCreated: made.membershipsCreated }
  const details = { payload: { Status, IsDryRun, ...counts } }
  return recordChange(scope, tx, changeOf(importKind, made, action, details))
}

/** Returns the refused rows of an import as CSV, the first of them if there are too many for a download. @throws 404. */
export const exportRefusedRows = async (scope: Scope, id: number): Promise<CsvDownload> => {
  const found = await findImport(scope, id)
  if (!found) throw notFound('import')
  const parts: string[] = []
  for await (const part of writeRefusedLines(scope, found, MAX_CSV_ROWS)) parts.push(part)
  const name = found.fileName.replace(/\.(csv|txt|tsv|xlsx)$/i, '')
  return { text: parts.join(''), disposition: attachment(`${name}.refused`, 'csv') }
}

/** Returns the lines of the CSV, beginning with its headers. People correct them in a spreadsheet, which needs the mark. */
export async function* writeRefusedLines(
  scope: Scope,
  { id, columns }: ImportRun,
  limit?: number,
): AsyncGenerator<string> {
  const headers = (columns as { Header: string }[]).map(({ Header }) => Header)
  yield BYTE_ORDER_MARK + writeCsvLines([['line', 'reason', ...headers]])
  for await (const rows of readRefusals(scope, id, limit))
    yield writeCsvLines(rows.map(({ line, reasons, fields }) => [line, reasons.join('; '), ...fields]))
}
