import type {
  MembershipNightlyEffect,
  MembershipNightlyPreview,
  MembershipNightly as Shown,
} from '#contract/people/memberships'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { MembershipNightlyRun } from '#prisma/client'
import type { NightlyPreview, NightlySwitch, PreviewedEffect } from './nightly-run.queries.ts'

export const presentNightly = ({ isOn, switchedAt }: NightlySwitch, run: MembershipNightlyRun | null): Shown => ({
  IsOn: isOn,
  SwitchedDate: switchedAt?.toISOString() ?? null,
  LastRun: run && presentRun(run),
})

const presentRun = (run: MembershipNightlyRun) => ({
  Day: dayOf(run.day),
  Status: run.status as 'running' | 'completed' | 'failed',
  Percent: percentOf(run),
  IsOn: run.isOn,
  MembershipCount: run.doneCount,
  BegunCount: run.begunCount,
  GracedCount: run.gracedCount,
  LapsedCount: run.lapsedCount,
  DroppedCount: run.droppedCount,
  InvoicedCount: run.invoicedCount,
  ExpiringNoticeCount: run.expiringNoticeCount,
  GraceNoticeCount: run.graceNoticeCount,
  DroppedNoticeCount: run.droppedNoticeCount,
  RefusedCount: run.refusedCount,
  StartedDate: run.startedAt.toISOString(),
  FinishedDate: run.finishedAt?.toISOString() ?? null,
})

const percentOf = ({ status, doneCount, total }: MembershipNightlyRun): number => {
  if (status === 'completed') return 100
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * doneCount) / total))
}

export const presentPreview = (day: Day, { counts, total, page }: NightlyPreview): MembershipNightlyPreview => ({
  Day: day,
  TotalRecordAvailable: total,
  BegunCount: counts.begun ?? 0,
  GracedCount: counts.graced ?? 0,
  LapsedCount: counts.lapsed ?? 0,
  DroppedCount: counts.dropped ?? 0,
  InvoicedCount: counts.invoiced ?? 0,
  ExpiringNoticeCount: counts.expiring_notice ?? 0,
  GraceNoticeCount: counts.grace_notice ?? 0,
  DroppedNoticeCount: counts.dropped_notice ?? 0,
  Results: page.map(presentEffect),
})

const presentEffect = ({ membership, effect, reason, dueOn }: PreviewedEffect): MembershipNightlyEffect => ({
  MembershipId: membership.id,
  ContactId: membership.contactId,
  ContactName: membership.contactName,
  MembershipTypeId: membership.typeId,
  MembershipType: membership.typeName,
  Effect: effect,
  Reason: reason,
  DueDate: dueOn,
  EmailAddress: membership.emailAddress,
})
