import { findCandidates } from '#areas/people/contacts/duplicates/duplicates.service'
import { identityOfRegistrant } from '#areas/people/contacts/registrants.service'
import type { BillingContact, BillingContactInput } from '#contract/events/public-registration'
import type { Scope } from '#kernel/tenancy/scope'
import { findPricedContact, readPayer } from '../environment/payer.queries.ts'
import { requireContactsGrant } from '../event-visit.queries.ts'
import { payerOf } from '../submission/people.service.ts'
import { presentEnteredPayer } from './entered-payer.model.ts'

/**
 * Finds the contact of a payer, for staff: the one that the body names by its id, else the best of those that may be the same
 * by the rules of duplicates. Returns what was entered if there is none. Nothing is created.
 *
 * @throws 403 insufficient-scope.
 */
export const matchBillingContact = async (
  scope: Scope,
  entered: BillingContactInput,
): Promise<NonNullable<BillingContact>> => {
  requireContactsGrant(scope)
  const identity = identityOfRegistrant(payerOf(entered))
  const named = entered?.ContactId ?? null
  const [best] = named === null ? await findCandidates(scope.db, scope, identity, { except: 0 }) : []
  const contactId = named ?? (best ? String(best.ContactId) : null)
  if (contactId === null) return presentEnteredPayer(entered)
  const found = await scope.db.transaction(async (tx) => {
    const visit = { scope, eventId: 0, isStaff: true, contactId: null, address: null }
    return readPayer(visit, tx, await findPricedContact(visit, tx, { membershipProof: 'None' }, contactId), null)
  })
  return found ?? presentEnteredPayer(entered)
}
