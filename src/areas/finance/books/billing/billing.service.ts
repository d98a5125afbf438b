import { contactKind } from '#areas/people/contacts/contacts.queries'
import { findBillingAddress, findParentId } from '#areas/people/contacts/customers/customers.queries'
import { type LockedContact, lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ContactBillingInput } from '#contract/finance/billing'
import type { DocumentAddressInput } from '#contract/finance/invoices'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { type Billing, contactBillingKind, findBilling } from './billing.queries.ts'

/** Changes how a contact is billed. @throws 404; 409 stale-audit-id; 412. */
export const saveBilling = (
  scope: Scope,
  contactId: number,
  input: ContactBillingInput,
  expected: ExpectedVersion,
): Promise<Billing> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRecord(scope, tx, contactKind, contactId, undefined, 'no key update')
    const current = await findBilling(tx, tenantId, contactId)
    // Before the first change there is no version that a caller could have read.
    requireVersion(current.auditId, current.auditId === 0 ? { ...expected, isRequired: false } : expected)
    const data = {
      isTaxExempt: input.IsTaxExempt ?? current.isTaxExempt,
      billWithParent: input.BillWithParent ?? current.billWithParent,
      auditId: current.auditId + 1,
    }
    const saved = await tx.contactBilling.upsert({
      where: { tenantId_contactId: { tenantId, contactId } },
      create: { ...data, tenantId, contactId },
      update: data,
    })
    const { isTaxExempt, billWithParent } = saved
    const details = { changes: { isTaxExempt, billWithParent }, payload: { contactId } }
    await recordChange(scope, tx, changeOf(contactBillingKind, { ...saved, id: contactId }, 'updated', details))
    return saved
  })

/** Who is billed for a contact. */
export interface BillTo {
  /** The contact that owes the invoice. */
  contactId: number
  /** The contact that the invoice is for, if another one is billed for it. */
  forContactId: number | null
  isTaxExempt: boolean
  /** The billing address of the contact that is billed. */
  address: DocumentAddressInput | null
}

/** The steps from a contact to the one that is billed for it: an agent, an office, its firm and some more. */
const MAX_PARENTS = 8

/**
 * Finds and locks the contact that is billed for a contact: the contact itself, or with BillWithParent the organization
 * that it belongs to. The caller has locked the contact.
 *
 * @throws 422 books-rule if the caller cannot change the contact that is billed.
 */
export const lockBillTo = async (scope: Scope, tx: Transaction, forContactId: number): Promise<BillTo> => {
  const found = await findPayerOf(scope, tx, forContactId)
  if (found.contactId !== forContactId) await lockPayer(scope, tx, found.contactId)
  return billToOf(scope, tx, forContactId, found)
}

/** Finds the same contact without a lock, for a preview. */
export const findBillTo = async (scope: Scope, tx: Transaction, forContactId: number): Promise<BillTo> =>
  billToOf(scope, tx, forContactId, await findPayerOf(scope, tx, forContactId))

type Payer = Pick<BillTo, 'contactId' | 'isTaxExempt'>

/**
 * Finds the contact that is billed. It can be outside the chapters of the caller: then no other contact is billed
 * instead.
 */
const findPayerOf = (scope: Scope, tx: Transaction, forContactId: number): Promise<Payer> =>
  runForWholeTenant(scope, tx, () => findPayer(tx, scope.db.tenantId, forContactId))

const billToOf = async (scope: Scope, tx: Transaction, forContactId: number, payer: Payer): Promise<BillTo> => ({
  ...payer,
  forContactId: payer.contactId === forContactId ? null : forContactId,
  address: await readAddress(scope, tx, payer.contactId),
})

/** Returns how a contact is taxed if it is billed itself, as for a credit. */
export const readBilling = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
): Promise<Pick<BillTo, 'isTaxExempt' | 'address'>> => {
  const { isTaxExempt } = await findBilling(tx, scope.db.tenantId, contactId)
  return { isTaxExempt, address: await readAddress(scope, tx, contactId) }
}

/** Locks the contact that is billed for another one. @throws 422 books-rule if the caller cannot change it. */
export const lockPayer = async (
  scope: Scope,
  tx: Pick<Transaction, 'rows'>,
  contactId: number,
): Promise<LockedContact> => {
  const [payer] = await lockContacts(tx, scope, [contactId])
  if (!payer) throw ruleRefused('books-rule', 'The contact is billed with a contact that you cannot change.')
  return payer
}

const findPayer = async (tx: Transaction, tenantId: number, id: number) => {
  const seen = new Set<number>()
  let contactId = id
  let billing = await findBilling(tx, tenantId, id)
  while (billing.billWithParent && seen.size < MAX_PARENTS) {
    seen.add(contactId)
    const parentId = await findOrganization(tx, tenantId, contactId)
    if (parentId === null || seen.has(parentId)) break
    contactId = parentId
    billing = await findBilling(tx, tenantId, contactId)
  }
  return { contactId, isTaxExempt: billing.isTaxExempt }
}

/** Finds the organization that a contact belongs to, unless it is deleted. */
const findOrganization = async (tx: Transaction, tenantId: number, contactId: number): Promise<number | null> => {
  const contact = await tx.contact.findFirst({ where: { tenantId, id: contactId } })
  const id = contact && (await findParentId(tx, contact))
  if (!id) return null
  return (await tx.contact.findFirst({ where: { tenantId, id, deletedAt: null }, select: { id: true } }))?.id ?? null
}

const readAddress = async ({ db }: Scope, tx: Transaction, contactId: number): Promise<DocumentAddressInput | null> => {
  const found = await findBillingAddress(tx, db.tenantId, contactId)
  if (!found) return null
  return {
    Line1: found.address1,
    Line2: found.address2,
    City: found.city,
    StateProvince: found.stateProvince,
    PostalCode: found.postalCode,
    CountryCode: found.countryCode,
  }
}
