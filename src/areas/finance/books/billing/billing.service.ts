import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { ContactBillingInput } from '#contract/finance/billing'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
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
    assertVersion(current.auditId, current.auditId === 0 ? { ...expected, isRequired: false } : expected)
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
