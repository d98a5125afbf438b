import type { ClosedPeriod } from '#contract/finance/closed-period'
import { dayOf } from '#kernel/time/day'
import type { StoredClosedPeriod } from './closed-period.queries.ts'

export const presentClosedPeriod = ({ auditId, closedThrough }: StoredClosedPeriod): ClosedPeriod => ({
  AuditId: auditId,
  ClosedThrough: closedThrough && dayOf(closedThrough),
})
