import { Readable } from 'node:stream'
import { attachFile } from '#areas/integration/files/attachments.service'
import { completeFile } from '#areas/integration/files/files.service'
import { Problem } from '#kernel/errors/problem'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { inThreadForJob } from '#kernel/threads/thread'
import type { Prisma, ProcessorReport } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { receiveFile, removeReceived } from '#services/files/received-file'
import { reportEvents } from '../payment-processor.events.ts'
import { ProcessorFault } from '../payment-processor.port.ts'
import type { ProcessorTools } from '../processors.service.ts'
import { findReport, REPORT_FILES } from './reports.queries.ts'
import { MAKE_PROCESSOR_REPORT } from './reports.service.ts'
import { isTemporary, ReportFailure, readRows } from './rows.service.ts'
import { WRITE_TABLE } from './table.model.ts'

/**
 * Makes a report, or continues one whose job was killed. The file is complete before the report is: a job that finds it
 * complete only has to say so.
 */
export const reportTasks = (tools: ProcessorTools & { files: Files }): Record<string, Task> => ({
  [MAKE_PROCESSOR_REPORT]: async (context, payload) => {
    const { tenantId, reportId } = payload as { tenantId: number; reportId: number }
    const scope = await systemScope(context, tenantId)
    const report = await findReport(scope, reportId)
    if (!report || report.finishedAt !== null) return
    try {
      await makeReport(scope, tools, report)
    } catch (error) {
      const finishedAt = scope.clock.now()
      const isLate = finishedAt.getTime() - report.createdAt.getTime() > GIVE_UP_MS
      if (isTemporary(error) && !isLate) throw error
      context.log.warn({ err: error, tenant: tenantId, report: report.id }, 'a report of the payment processor failed')
      const known = error instanceof ReportFailure || error instanceof ProcessorFault || error instanceof Problem
      const message = known ? error.message.slice(0, MAX_MESSAGE) : 'The report failed unexpectedly. Request it again.'
      await scope.db.transaction((tx) => finish(scope, tx, report, { status: 'Failed', message, finishedAt }))
    }
  },
})

const MAX_MESSAGE = 1000
/** A report fails if the processor has not responded for this long. Its job has attempts for twice the time. */
const GIVE_UP_MS = 900_000

const update = async (
  { db }: Scope,
  id: number,
  data: Prisma.ProcessorReportUncheckedUpdateManyInput,
): Promise<void> => {
  await db.prisma.processorReport.updateMany({ where: { tenantId: db.tenantId, id }, data })
}

const makeReport = async (scope: Scope, tools: ProcessorTools & { files: Files }, report: ProcessorReport) => {
  const { tenantId, prisma } = scope.db
  const file = await prisma.storedFile.findFirst({ where: { tenantId, id: report.fileId } })
  if (!file || file.state === 'deleting')
    throw new ReportFailure('The file of the report has expired. Request it again.')
  if (file.state === 'pending') {
    await update(scope, report.id, { status: 'Running' })
    const table = await readRows(scope, tools, report, (percent) => update(scope, report.id, { percent }))
    await update(scope, report.id, { rowCount: table.rows.length })
    const format = report.format === 'XLSX' ? 'XLSX' : 'CSV'
    const bytes = Buffer.from(await inThreadForJob(scope, WRITE_TABLE, { table, format }))
    const received = await receiveFile(Readable.from([bytes]), tools.files.uploads.folder, bytes.length)
    try {
      // Text does not show that it is CSV.
      const described = format === 'CSV' ? { ...received, mediaType: 'text/csv' } : received
      await completeFile(scope, tools.files, file, described)
    } catch (error) {
      // Two processes can make the same report at once, such as the first start and a worker: one completes the file.
      const now = await prisma.storedFile.findFirst({ where: { tenantId, id: file.id } })
      if (now?.state !== 'ready') throw error
    } finally {
      await removeReceived(received.path)
    }
  }
  await scope.db.transaction(async (tx) => {
    const end = { status: 'Completed' as const, percent: 100, finishedAt: scope.clock.now() }
    if (!(await finish(scope, tx, report, end))) return
    await attachFile(
      scope,
      tx,
      { fileId: report.fileId, pointer: '' },
      { kind: REPORT_FILES, id: report.id, contactId: null },
    )
  })
}

/** Stores the end of a report, with its event. Returns false if it has ended already. */
const finish = async (
  scope: Scope,
  tx: Transaction,
  { id, kind, fileId, fileName }: ProcessorReport,
  end: { status: 'Completed' | 'Failed'; percent?: number; message?: string; finishedAt: Date },
): Promise<boolean> => {
  const { tenantId } = scope.db
  const { count } = await tx.processorReport.updateMany({ where: { tenantId, id, finishedAt: null }, data: end })
  if (count === 0) return false
  const { status: Status, message: Message = null } = end
  const details = {
    changes: { Status, Message },
    payload: { JobType: kind, FileId: fileId, FileName: fileName, Message },
    eventKind: end.status === 'Completed' ? reportEvents.completed : reportEvents.failed,
  }
  await recordChange(scope, tx, changeOf({ entity: REPORT_FILES }, { id, auditId: 1 }, 'updated', details))
  return true
}
