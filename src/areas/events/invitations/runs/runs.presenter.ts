import type { EventInvitationPreview, EventInvitationRun as Shown } from '#contract/events/invitations'
import type { RunPreview, RunProgress } from './runs.queries.ts'

export const presentPreview = ({ contactCount, counts, withoutAddress }: RunPreview): EventInvitationPreview => ({
  ContactCount: contactCount,
  InvitedCount: counts.invited,
  AlreadyInvitedCount: counts.alreadyInvited,
  AlreadyRegisteredCount: counts.alreadyRegistered,
  WithoutAddressCount: counts.withoutAddress,
  UnknownCount: counts.unknown,
  WithoutAddress: withoutAddress.map(({ contactId, name }) => ({ ContactId: contactId, ContactName: name })),
})

export const presentRun = (run: RunProgress): Shown => ({
  JobId: run.id,
  EventId: run.eventId,
  Status: run.status as Shown['Status'],
  Percent: percentOf(run),
  ContactCount: run.contactCount,
  InvitedCount: run.invitedCount,
  AlreadyInvitedCount: run.alreadyInvitedCount,
  AlreadyRegisteredCount: run.alreadyRegisteredCount,
  WithoutAddressCount: run.withoutAddressCount,
  UnknownCount: run.unknownCount,
  StartedDate: run.startedAt.toISOString(),
  FinishedDate: run.finishedAt?.toISOString() ?? null,
})

const percentOf = ({ status, contactCount, ...counts }: RunProgress): number => {
  if (status === 'completed') return 100
  const { invitedCount, alreadyInvitedCount, alreadyRegisteredCount, withoutAddressCount, unknownCount } = counts
  const done = invitedCount + alreadyInvitedCount + alreadyRegisteredCount + withoutAddressCount + unknownCount
  return Math.min(99, Math.floor((100 * done) / contactCount))
}
