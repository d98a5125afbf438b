import { contactKind } from '#areas/people/contacts/contacts.queries'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactBilling } from '#prisma/client'
import { contactBillingEvents } from '../books.events.ts'

/** The id of the settings is that of the contact, whose row is locked. */
export const contactBillingKind: Pick<RecordKind<ContactBilling>, 'entity' | 'events'> = {
  entity: 'contactbilling',
  events: contactBillingEvents,
}

export type Billing = Omit<ContactBilling, 'tenantId'>

/** Returns how a contact is billed: the default values, version 0, if nothing was saved. */
export const findBilling = async (models: Models, tenantId: number, contactId: number): Promise<Billing> =>
  (await models.contactBilling.findFirst({ where: { tenantId, contactId } })) ?? {
    contactId,
    auditId: 0,
    isTaxExempt: false,
    billWithParent: false,
  }

/** Returns what findBilling returns, for a contact that must exist. @throws 404. */
export const getBilling = async (scope: Scope, contactId: number): Promise<Billing> => {
  await getRecord(scope, contactKind, contactId)
  return findBilling(scope.db.prisma, scope.db.tenantId, contactId)
}
