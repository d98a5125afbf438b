import type { Scope } from '#kernel/tenancy/scope'
import type { ProcessorReport } from '#prisma/client'

/** The entity that owns the files of reports. */
export const REPORT_FILES = 'processorreport'

export type ReportKind = 'ConnectAccountCharges' | 'NegativeBalances'

const KEPT_DAYS = 30
const MAX_REPORTS = 1000

/** Returns the time before which reports are no longer shown. */
export const getOldestShownTime = ({ clock }: Pick<Scope, 'clock'>): Date =>
  new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)

/** Lists the reports of the last 30 days, the newest first. */
export const listReports = (scope: Scope, kind: ReportKind): Promise<ProcessorReport[]> =>
  scope.db.prisma.processorReport.findMany({
    where: { tenantId: scope.db.tenantId, kind, createdAt: { gte: getOldestShownTime(scope) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_REPORTS,
  })

/** Finds a report; null if it does not exist. */
export const findReport = ({ db }: Scope, id: number): Promise<ProcessorReport | null> =>
  db.prisma.processorReport.findFirst({ where: { tenantId: db.tenantId, id } })
