import type { SubmittedOrder } from '#areas/events/registrations/orders/order-parts.service'
import { isSameOrganization } from '#areas/people/contacts/candidates/candidates.queries'
import { fromCents } from '#kernel/money/cents'
import { recordChangesSql } from '#kernel/records/change-sql'
import type { Change } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { buildEnteredSponsor, isOrganization } from './entered-sponsor.model.ts'
import { PENDING } from './event-sponsor-statuses.listing.ts'
import { describeEventSponsorChange } from './sponsor-changes.service.ts'

/**
 * Makes the sponsors of a cart pending ones, with what was entered for them and the contacts of the registration, and records
 * them. The caller has locked the event and the payer.
 */
export const confirmSponsors = async (scope: Scope, tx: Transaction, submitted: SubmittedOrder): Promise<void> => {
  const changes: Change[] = []
  for (const { tenantId, id, name, pointer } of submitted.order.sponsors) {
    const { billing, payerId, lines } = submitted
    const attendee = submitted.registrations.find(({ sponsorId }) => sponsorId === id)
    const cents = lines
      .filter((line) => line.pointer === pointer)
      .reduce((sum, { document }) => sum + document.amount, 0)
    const paysItself = isOrganization(billing)
    const isSame = isSameOrganization(name, billing?.OrganizationName ?? null)
    const saved = await tx.eventSponsor.update({
      where: { tenantId_id: { tenantId, id } },
      data: {
        ...buildEnteredSponsor(billing, attendee),
        statusId: PENDING,
        price: fromCents(cents),
        contactId: paysItself && isSame ? payerId : null,
        personId: attendee ? attendee.contactId : paysItself ? null : payerId,
      },
    })
    changes.push(describeEventSponsorChange(saved, 'created'))
  }
  if (changes.length > 0) await tx.rows(recordChangesSql(scope, changes))
}
