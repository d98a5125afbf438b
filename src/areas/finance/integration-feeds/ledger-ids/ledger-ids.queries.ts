import type { RecordKind } from '#kernel/records/record-kind'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { LedgerCustomer } from '#prisma/client'
import { ledgerCustomerEvents } from './ledger-ids.events.ts'

/** The id of the record is that of the contact, whose row is locked. */
export const ledgerCustomerKind: Pick<RecordKind<LedgerCustomer>, 'entity' | 'table' | 'events'> = {
  entity: 'ledgercustomer',
  table: 'ledger_customer',
  events: ledgerCustomerEvents,
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
