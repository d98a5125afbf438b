import { findCustomerId } from '#areas/finance/integration-feeds/ledger-ids/ledger-ids.queries'
import { saveCustomerId } from '#areas/finance/integration-feeds/ledger-ids/ledger-ids.service'
import { anyContactKind } from '#areas/people/contacts/contacts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { LedgerCustomer } from '../ledger.port.ts'
import { createOnce } from './links.service.ts'
import type { SyncRun } from './sync-run.model.ts'
import { Unsendable } from './unsendable.model.ts'

/** Characters that the names of customers cannot have, and their maximum length, in any ledger. */
const FORBIDDEN = /[:\t\r\n]+/g
const MAX_NAME = 100

const customerOf = ({ id, displayName }: { id: number; displayName: string }): LedgerCustomer => {
  const suffix = `(${id})`
  return { name: `${displayName.replaceAll(FORBIDDEN, ' ').slice(0, MAX_NAME)} ${suffix}`, suffix }
}

/**
 * Returns the ledger's id of a contact: that of ldg/mapping, or that of the customer that the sync creates. Names of
 * customers are unique in a ledger, so the name ends with the id of the contact.
 *
 * @throws Unsendable, LedgerFault.
 */
export const ensureCustomer = async (
  { scope, ledger }: Pick<SyncRun, 'scope' | 'ledger'>,
  contactId: number,
): Promise<string> => {
  const { tenantId, prisma } = scope.db
  const known = await findCustomerId(prisma, tenantId, contactId)
  if (known !== null) return known
  const contact = await anyContactKind.find(prisma, { tenantId, id: contactId }, scope)
  if (!contact) throw new Unsendable('The contact of the document does not exist.')
  const customer = customerOf(contact)
  const link = await createOnce(
    scope,
    { kind: 'contact', recordId: contactId },
    {
      create: (requestId) => ledger.createCustomer(customer, requestId),
      find: (requestId) => ledger.findCustomer(customer, requestId),
    },
  )
  const ledgerId = link.ledgerId ?? ''
  // Only contacts that are not deleted have an id in the feeds.
  if (contact.deletedAt === null) await saveCustomerId(scope, contactId, ledgerId)
  await logCustomer(scope, contactId)
  return ledgerId
}

/** The log shows each customer that the sync has created. */
const logCustomer = async ({ db, clock }: Scope, contactId: number): Promise<void> => {
  const { tenantId, prisma } = db
  const own = { tenantId, kind: 'contact', documentId: contactId }
  if (await prisma.ledgerExecution.findFirst({ where: own })) return
  const at = clock.now()
  const message = 'Created as a customer of the ledger.'
  const settled = { status: 'Succeeded', attempts: 1, createdAt: at, settledAt: at }
  await prisma.ledgerExecution.createMany({ data: [{ ...own, contactId, message, ...settled }] })
}
