import { releaseFiles } from '#areas/integration/files/attachments.service'
import { reserveFile } from '#areas/integration/files/files.service'
import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { dateOf } from '#kernel/time/day'
import type { ProcessorReport } from '#prisma/client'
import { getOldestShownTime, REPORT_FILES, type ReportKind } from './reports.queries.ts'

/** The job that makes a report. */
export const MAKE_PROCESSOR_REPORT = 'make_processor_report'

export interface NewReport {
  kind: ReportKind
  format: 'CSV' | 'XLSX'
  startOn: Day | null
  endOn: Day | null
  fileName: string
}

const DAY_MS = 86_400_000
const UNDER_WAY = ['Pending', 'Running']

/** Starts a report: its file is reserved, and a job makes it. @throws 409 report-running, 422 too-many. */
export const requestReport = async (scope: Scope, report: NewReport): Promise<ProcessorReport> => {
  const { db, clock } = scope
  const { tenantId } = db
  const { kind, format, fileName } = report
  const startOn = report.startOn === null ? null : dateOf(report.startOn)
  const endOn = report.endOn === null ? null : dateOf(report.endOn)
  const recent = { gt: new Date(clock.now().getTime() - DAY_MS) }
  const same = { tenantId, kind, format, startOn, endOn, status: { in: UNDER_WAY }, createdAt: recent }
  await requireNone(await db.prisma.processorReport.count({ where: same }))
  const file = await reserveFile(scope, { name: fileName, expiresAt: new Date(clock.now().getTime() + DAY_MS) })
  return db.transaction(async (tx) => {
    await lockSubject(scope, tx, `report ${kind}`)
    await requireNone(await tx.processorReport.count({ where: same }))
    await deleteOldReports(scope, tx)
    const made = await tx.processorReport.create({
      data: { tenantId, kind, format, startOn, endOn, fileName, fileId: file.id, createdAt: clock.now() },
    })
    await enqueueJobs(tx, [
      {
        name: MAKE_PROCESSOR_REPORT,
        payload: { tenantId, reportId: made.id },
        key: `${MAKE_PROCESSOR_REPORT}:${tenantId}:${made.id}`,
        queue: `${MAKE_PROCESSOR_REPORT}:${tenantId}`,
        attempts: MAX_ATTEMPTS,
      },
    ])
    return made
  })
}

/** With the growing waits between them, the last attempt is half an hour after the first. */
const MAX_ATTEMPTS = 8

const requireNone = async (count: number): Promise<void> => {
  if (count > 0) throw conflict('report-running', 'The same report is already under way. Read its progress.')
}

/** Deletes reports that are no longer shown, with their files. */
const deleteOldReports = async (scope: Scope, tx: Transaction): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, createdAt: { lt: getOldestShownTime(scope) } }
  for (const { id } of await tx.processorReport.findMany({ where, select: { id: true } }))
    await releaseFiles(scope, tx, { kind: REPORT_FILES, id })
  await tx.processorReport.deleteMany({ where })
}

const USUAL_SECONDS = 20

/** Estimates how long a report will take, from the last one of its kind. */
export const estimateSeconds = async ({ db }: Scope, kind: ReportKind): Promise<number> => {
  const last = await db.prisma.processorReport.findFirst({
    where: { tenantId: db.tenantId, kind, status: 'Completed' },
    orderBy: { id: 'desc' },
  })
  if (!last?.finishedAt) return USUAL_SECONDS
  return Math.max(1, Math.ceil((last.finishedAt.getTime() - last.createdAt.getTime()) / 1000))
}
