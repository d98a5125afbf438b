import { contactKind } from '#areas/people/contacts/contacts.queries'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { LedgerCustomer } from '#prisma/client'
import { ledgerCustomerEvents } from './ledger-settings.events.ts'

/** The id of the record is that of the contact, whose row is locked. */
export const ledgerCustomerKind: Pick<RecordKind<LedgerCustomer>, 'entity' | 'table' | 'events' | 'columns'> = {
  entity: 'ledgercustomer',
  table: 'ledger_customer',
  columns: null,
  events: ledgerCustomerEvents,
}

/** A contact and its id in the ledger, null if none is known. */
export interface ContactLedgerId {
  contactId: number
  ledgerId: string | null
}

/** Returns the id of a contact in the ledger. @throws 404 if the contact does not exist. */
export const getLedgerId = async (scope: Scope, contactId: number): Promise<ContactLedgerId> => {
  const { id } = await getRecord(scope, contactKind, contactId)
  return { contactId: id, ledgerId: await findCustomerId(scope.db.prisma, scope.db.tenantId, id) }
}

/** Returns the id of a contact in the ledger; null if it is not known. */
export const findCustomerId = async (
  models: Models,
  tenantId: number,
  contactId: number | null,
): Promise<string | null> => {
  if (contactId === null) return null
  return (await models.ledgerCustomer.findFirst({ where: { tenantId, contactId } }))?.ledgerId ?? null
}
