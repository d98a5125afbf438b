import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { BenefitContactAdjustment } from '#contract/commerce/benefit-ledger'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import { findOwners } from '../postings/owners.queries.ts'
import { type AccountSums, accountSumsSql } from './adjustments.sql.ts'

/** Returns the benefits of a contact in the form that the save of an adjustment accepts. @throws 404. */
export const readAdjustment = async (scope: Scope, contactId: number): Promise<BenefitContactAdjustment> => {
  const contact = await getRecord(scope, contactKind, contactId)
  const found = await findOwners(scope, scope.db, [contactId], [])
  const candidates = found.candidatesOf(contactId)
  const sums = await scope.db.rows<AccountSums>(accountSumsSql(scope.db.tenantId, candidates))
  const itemIds = [...new Set(sums.map(({ itemId }) => itemId))]
  const owners = await findOwners(scope, scope.db, [contactId], itemIds)
  const own = sums.filter(({ contactId: owner, itemId }) => owners.ownerOf({ contactId, itemId }) === owner)
  const memberships = owners.membershipsOf(contactId)
  const [only] = memberships
  return {
    ContactId: contactId,
    ContactName: contact.displayName,
    ActiveMembershipCount: memberships.length,
    MembershipId: memberships.length === 1 && only ? only.membershipId : 0,
    BenefitItems: own.map(({ itemId, name, granted, used, remaining }) => ({
      BenefitItemId: itemId,
      Name: name,
      Granted: granted,
      Used: used,
      Remaining: remaining,
      AdjustmentQuantity: 0,
    })),
    AdjustmentDescription: null,
    ForceSave: false,
  }
}
