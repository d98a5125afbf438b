import { type Billing, findBilling } from '#areas/finance/books/billing/billing.queries'
import { listTaxRegionIds } from '#areas/finance/books/tax-regions/tax-regions.queries'
import { listSetIdsOfRegions } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { findCustomerId } from '#areas/finance/ledger-settings/customer-ids.queries'
import { findLedgerIds, mappings } from '#areas/finance/ledger-settings/mappings/mappings.queries'
import { type Customer, getCustomer } from '#areas/people/contacts/customers/customers.queries'
import type { Scope } from '#kernel/tenancy/scope'

/** A contact with what the books and the ledger know of it. */
export interface FeedCustomer extends Customer {
  billing: Billing
  parentLedgerId: string | null
  /** The id in the ledger of the tax code of its region. */
  taxCodeId: string | null
}

/** Returns a contact as the feed shows it. @throws 404. */
export const getFeedCustomer = async (scope: Scope, contactId: number): Promise<FeedCustomer> => {
  const { tenantId, prisma } = scope.db
  const customer = await getCustomer(scope, contactId)
  const { parentId } = customer
  const [billing, parentLedgerId, taxCodeId] = await Promise.all([
    findBilling(prisma, tenantId, contactId),
    findCustomerId(prisma, tenantId, parentId),
    findTaxCodeId(scope, customer),
  ])
  return { ...customer, billing, parentLedgerId, taxCodeId: billing.isTaxExempt ? null : taxCodeId }
}

/**
 * Finds the tax code of the region of a contact. A region with several tax sets has no default: the lines of documents
 * name theirs.
 */
const findTaxCodeId = async (scope: Scope, { billingAddress }: Customer): Promise<string | null> => {
  const { tenantId, prisma } = scope.db
  const regionIds = await listTaxRegionIds(scope, prisma, billingAddress)
  const [setId, ...others] = await listSetIdsOfRegions(prisma, tenantId, regionIds)
  if (setId === undefined || others.length > 0) return null
  return (await findLedgerIds(prisma, tenantId, mappings.tax, [setId])).get(setId) ?? null
}
