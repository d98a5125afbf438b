import { eventKind } from '#areas/events/events/events.queries'
import type { EventInvitationRequestInput } from '#contract/events/invitations'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventInvitationRun } from '#prisma/client'
import { type Candidate, candidatesSql } from '../invitations.sql.ts'
import { selectContacts } from './runs.service.ts'
import type { OutcomeCounts } from './runs.sql.ts'

export type RunProgress = Omit<EventInvitationRun, 'contactIds'>

/** Returns a job without its contacts. @throws 404. */
export const getRun = async ({ db }: Scope, eventId: number, id: string): Promise<RunProgress> => {
  const where = { tenantId: db.tenantId, eventId, id }
  const found = await db.prisma.eventInvitationRun.findFirst({ where, omit: { contactIds: true } })
  if (!found) throw notFound('invitation job')
  return found
}

/** Contacts per statement. */
const CHUNK = 1000
/** Contacts that a preview names at most. */
const MAX_NAMED = 1000

/** What an invitation would do. */
export interface RunPreview {
  contactCount: number
  counts: OutcomeCounts
  withoutAddress: Candidate[]
}

/** Returns what an invitation would do, without doing it. @throws 403; 404; 422 event-rule, unknown-reference, too-many. */
export const previewRun = (scope: Scope, eventId: number, request: EventInvitationRequestInput): Promise<RunPreview> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const event = await eventKind.find(tx, { tenantId, id: eventId }, scope)
    if (!event) throw notFound('event')
    const { contactIds } = await selectContacts(scope, tx, event, request)
    const counts = createOutcomes()
    const withoutAddress: Candidate[] = []
    for (let from = 0; from < contactIds.length; from += CHUNK) {
      const chunk = contactIds.slice(from, from + CHUNK)
      for (const candidate of await tx.rows<Candidate>(candidatesSql({ tenantId, eventId, contactIds: chunk }))) {
        counts[candidate.outcome]++
        if (candidate.outcome === 'withoutAddress' && withoutAddress.length < MAX_NAMED) withoutAddress.push(candidate)
      }
    }
    return { contactCount: contactIds.length, counts, withoutAddress }
  })

export const createOutcomes = (): OutcomeCounts => ({
  invited: 0,
  alreadyInvited: 0,
  alreadyRegistered: 0,
  withoutAddress: 0,
  unknown: 0,
})
