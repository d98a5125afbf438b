import { listSystemAccountIds, type SystemRole } from '#areas/finance/books/accounts/accounts.queries'
import {
  type DocumentKey,
  findCredit,
  findInvoice,
  findPayment,
  findRefund,
  findWriteOff,
  type StoredCredit,
  type StoredInvoice,
  type StoredPayment,
  type StoredRefund,
  type StoredWriteOff,
} from '#areas/finance/books/documents/documents.queries'
import { findCustomerId } from '#areas/finance/ledger-settings/customer-ids.queries'
import { findLedgerIds, type Mapping, mappings } from '#areas/finance/ledger-settings/mappings/mappings.queries'
import { isId } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Contact } from '#prisma/client'

/** The ids in the ledger of what the lines of a document reference, by the ids of this service. */
export interface LineIds {
  items: ReadonlyMap<number, string>
  accounts: ReadonlyMap<number, string>
  classes: ReadonlyMap<number, string>
  taxes: ReadonlyMap<number, string>
}

/** A document with what the feed shows besides. */
export interface Fed<D> {
  document: D
  /** The id of the contact in the ledger. */
  customerId: string | null
  /** The contact; null if it is deleted. */
  contact: Pick<Contact, 'id' | 'displayName' | 'emailAddress'> | null
  lineIds: LineIds
  /** Accounts by their system role. */
  accounts: ReadonlyMap<SystemRole, number>
}

/** Reads an invoice for the feed. @throws 404, also for a void one. */
export const getFedInvoice = (scope: Scope, id: string): Promise<Fed<StoredInvoice>> =>
  feed(scope, 'invoice', id, (key) => findInvoice(scope.db.prisma, key))

/** Reads a credit for the feed. @throws 404, also for a void one without `includeVoid`. */
export const getFedCredit = (scope: Scope, id: string, includeVoid: boolean): Promise<Fed<StoredCredit>> =>
  feed(scope, 'credit', id, (key) => findCredit(scope.db.prisma, key, includeVoid))

/** Reads a payment for the feed, void ones included. @throws 404. */
export const getFedPayment = (scope: Scope, id: string): Promise<Fed<StoredPayment>> =>
  feed(scope, 'payment', id, (key) => findPayment(scope.db.prisma, key))

/** Reads a refund for the feed. @throws 404, also for a void one. */
export const getFedRefund = (scope: Scope, id: string): Promise<Fed<StoredRefund>> =>
  feed(scope, 'refund', id, (key) => findRefund(scope.db.prisma, key))

/** Reads a write-off for the feed. @throws 404, also for a void one. */
export const getFedWriteOff = (scope: Scope, id: string): Promise<Fed<StoredWriteOff>> =>
  feed(scope, 'write-off', id, (key) => findWriteOff(scope.db.prisma, key), mappings.writeOff)

interface Line {
  accountId: number
  classId: number | null
  feeItemId?: number | null
  taxSetId?: number | null
}

/** What a document has in any case. */
interface Feedable {
  contactId: number
  contact: Contact
  lines?: readonly Line[]
}

/**
 * Reads a document for the feed.
 *
 * @param items the mapping of what a line is in the ledger: of its fee item, or of its account for write-offs.
 */
const feed = async <D extends Feedable>(
  { db: { tenantId, prisma } }: Scope,
  noun: string,
  id: string,
  find: (key: DocumentKey) => Promise<D | null>,
  items: Mapping = mappings.feeItem,
): Promise<Fed<D>> => {
  const document = isId(id) ? await find({ tenantId, id: Number(id) }) : null
  if (!document) throw notFound(noun)
  const { contact, contactId, lines = [] } = document
  const ids = (of: (line: Line) => number | null | undefined): number[] => [
    ...new Set(lines.map(of).filter((one): one is number => typeof one === 'number')),
  ]
  const idsIn = (mapping: Mapping, wanted: readonly number[]) => findLedgerIds(prisma, tenantId, mapping, wanted)
  const own = items.kind === mappings.writeOff.kind ? ids((line) => line.accountId) : ids((line) => line.feeItemId)
  const [customerId, itemIds, accountIds, classIds, taxIds, accounts] = await Promise.all([
    findCustomerId(prisma, tenantId, contactId),
    idsIn(items, own),
    idsIn(
      mappings.account,
      ids((line) => line.accountId),
    ),
    idsIn(
      mappings.class,
      ids((line) => line.classId),
    ),
    idsIn(
      mappings.tax,
      ids((line) => line.taxSetId),
    ),
    listSystemAccountIds(prisma, tenantId),
  ])
  return {
    document,
    customerId: contact.deletedAt ? null : customerId,
    contact: contact.deletedAt ? null : contact,
    lineIds: { items: itemIds, accounts: accountIds, classes: classIds, taxes: taxIds },
    accounts,
  }
}
