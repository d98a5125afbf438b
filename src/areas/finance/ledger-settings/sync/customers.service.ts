import { anyContactKind, contactKind } from '#areas/people/contacts/contacts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { findCustomerId } from '../customer-ids/customer-ids.queries.ts'
import { saveCustomerId } from '../customer-ids/customer-ids.service.ts'
import { customerOf, fingerprintOfCustomer } from './customers.model.ts'
import { createOnce, findCustomerLink, updateLink } from './links.service.ts'
import type { SyncRun } from './sync-run.model.ts'
import { Unsendable } from './unsendable.model.ts'

/**
 * Returns the ledger's id of a contact: that of ldg/mapping, or that of the customer that the sync creates.
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
  await updateLink(scope, link, { fingerprint: fingerprintOfCustomer(customer) })
  // Only contacts that are not deleted have an id in the feeds.
  if (contact.deletedAt === null) await saveCustomerId(scope, contactId, ledgerId)
  await logCustomer(scope, contactId)
  return ledgerId
}

/**
 * Renames the customer of a contact to the contact's name. The name of a customer that the sync has not created belongs to
 * the ledger.
 *
 * @throws LedgerFault.
 */
export const renameCustomer = async (
  { scope, ledger }: Pick<SyncRun, 'scope' | 'ledger'>,
  contactId: number,
): Promise<'renamed' | 'same-name'> => {
  const { tenantId, prisma } = scope.db
  const contact = await contactKind.find(prisma, { tenantId, id: contactId }, scope)
  const customerId = await findCustomerId(prisma, tenantId, contactId)
  const link = customerId === null ? null : await findCustomerLink(scope, customerId)
  if (!contact || customerId === null || !link) return 'same-name'
  const customer = customerOf(contact)
  const fingerprint = fingerprintOfCustomer(customer)
  if (link.fingerprint === fingerprint) return 'same-name'
  await ledger.renameCustomer(customerId, customer)
  await updateLink(scope, link, { fingerprint })
  return 'renamed'
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
