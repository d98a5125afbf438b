import { createHash } from 'node:crypto'
import { type DocumentKind, listDocuments } from '#areas/finance/books/book-documents.queries'
import { lockLastClosedDay } from '#areas/finance/books/closed-period.queries'
import { anyContactKind, contactKind } from '#areas/people/contacts/contacts.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { findCustomerId } from '../customer-ids.queries.ts'
import { saveCustomerId } from '../customer-ids.service.ts'
import type { LedgerCustomer } from '../ledger.port.ts'
import type { SyncRun } from './counterparts.queries.ts'
import { addExecutions } from './executions.service.ts'
import { sentToOthersSql } from './executions.sql.ts'
import { createOnce, findCustomerLink, updateLink } from './links.service.ts'
import { Unsendable } from './sync.model.ts'

/** Characters that the names of customers cannot have, and their maximum length, in any ledger. */
const FORBIDDEN = /[:\t\r\n]+/g
const MAX_NAME = 100

/**
 * Returns the customer of a contact. Names of customers are unique in a ledger, so the name ends with the id of the
 * contact.
 */
const customerOf = ({ id, displayName }: { id: number; displayName: string }): LedgerCustomer => {
  const suffix = `(${id})`
  return { name: `${displayName.replaceAll(FORBIDDEN, ' ').slice(0, MAX_NAME)} ${suffix}`, suffix }
}

const fingerprintOfCustomer = ({ name }: LedgerCustomer): string => createHash('sha256').update(name).digest('hex')

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

/** Adds a customer that the sync has created to the log. */
const logCustomer = async ({ db, clock }: Scope, contactId: number): Promise<void> => {
  const { tenantId, prisma } = db
  const own = { tenantId, kind: 'contact', documentId: contactId }
  if (await prisma.ledgerExecution.findFirst({ where: own })) return
  const at = clock.now()
  const message = 'Created as a customer of the ledger.'
  const settled = { status: 'Succeeded', attempts: 1, createdAt: at, settledAt: at }
  await prisma.ledgerExecution.createMany({ data: [{ ...own, contactId, message, ...settled }] })
}

/** Adds an execution for a contact whose customer has another name than the ledger knows. */
export const addCustomerChange = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const contact = await contactKind.find(tx, { tenantId, id: contactId }, scope)
  const customerId = await findCustomerId(tx, tenantId, contactId)
  if (!contact || customerId === null) return
  const link = await findCustomerLink(scope, customerId, tx)
  if (!link || link.fingerprint === fingerprintOfCustomer(customerOf(contact))) return
  await addExecutions(scope, tx, [{ kind: 'contact', documentId: contactId, contactId }])
}

/**
 * Adds executions for the documents that a merge has moved, if the ledger has them under another customer. Documents in
 * the closed period stay there: the ledger would refuse the change.
 */
export const addMergedDocuments = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  const { tenantId } = scope.db
  const customerId = await findCustomerId(tx, tenantId, contactId)
  if (customerId === null) return
  const closed = await lockLastClosedDay(scope, tx)
  const documents = (await listDocuments(tx, tenantId, { contactId })).filter(
    ({ datedOn }) => closed === null || datedOn > closed,
  )
  const others = await tx.rows<{ kind: DocumentKind; id: number }>(sentToOthersSql(tenantId, customerId, documents))
  const moved = new Set(others.map(({ kind, id }) => `${kind}:${id}`))
  await addExecutions(
    scope,
    tx,
    documents
      .filter(({ kind, id }) => moved.has(`${kind}:${id}`))
      .map(({ kind, id, number }) => ({ kind, documentId: id, number, contactId })),
  )
}
