import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'
import { isId } from '#kernel/database/ids'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import type { EmbeddedLedgerDocument, Prisma } from '#prisma/client'
import {
  CONNECTORS,
  type Ledger,
  type LedgerDocument,
  LedgerFault,
  type LedgerList,
  type SavedDocument,
} from '../ledger.port.ts'
import { ledgerSideOf } from '../ledger-settings.model.ts'
import { lockInstallation } from '../ledger-settings.queries.ts'

type DocumentData = Prisma.EmbeddedLedgerDocumentUncheckedUpdateInput

/** Opens the ledger that is built in: tables of the tenant. */
export const openEmbeddedLedger = (scope: Scope): Ledger => {
  const { db } = scope
  const { tenantId } = db
  /** Changes of the embedded ledger run one after the other, as in any small ledger. */
  const change = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      const installation = await lockInstallation(scope, tx)
      // A run of the sync can have begun before the tenant has left this ledger.
      if (installation?.connectorId !== CONNECTORS.embedded || ledgerSideOf(installation) !== 'Connected')
        throw new LedgerFault('not-connected')
      return work(tx)
    })
  const update = (saved: SavedDocument, data: DocumentData, content?: LedgerDocument) =>
    change(async (tx) => {
      if (content) await requireActive(tx, tenantId, content)
      const document = await findDocument(tx, tenantId, saved.id)
      if (String(document.version) !== saved.version) throw new LedgerFault('stale')
      const where = { tenantId_id: { tenantId, id: document.id } }
      return savedOf(await tx.embeddedLedgerDocument.update({ where, data: { ...data, version: { increment: 1 } } }))
    })
  return {
    maxDiscounts: Number.POSITIVE_INFINITY,
    listRecords: async (kind) => {
      const where = { tenantId, kind, isActive: true }
      const records = await db.prisma.embeddedLedgerRecord.findMany({ where })
      return records.map(({ id, name, accountType, classId, accountId }) => ({
        id: String(id),
        name,
        type: accountType as AccountType | null,
        classId: classId === null ? null : String(classId),
        accountId: accountId === null ? null : String(accountId),
      }))
    },
    createCustomer: ({ name }) =>
      change(async (tx) => {
        const own = { tenantId, kind: 'customer', name }
        const found = await tx.embeddedLedgerRecord.findFirst({ where: own })
        const { id } = found ?? (await tx.embeddedLedgerRecord.create({ data: own }))
        return { id: String(id), version: '0' }
      }),
    findCustomer: async ({ name }) => {
      const found = await db.prisma.embeddedLedgerRecord.findFirst({ where: { tenantId, kind: 'customer', name } })
      return found && { id: String(found.id), version: '0' }
    },
    renameCustomer: (id, { name }) =>
      change(async (tx) => {
        const namesake = await tx.embeddedLedgerRecord.findFirst({ where: { tenantId, kind: 'customer', name } })
        if (namesake && String(namesake.id) !== id) throw new LedgerFault('duplicate-name')
        await tx.embeddedLedgerRecord.updateMany({
          where: { tenantId, kind: 'customer', id: Number(id) },
          data: { name },
        })
      }),
    createDocument: (document, requestId) =>
      change(async (tx) => {
        const known = await tx.embeddedLedgerDocument.findFirst({ where: { tenantId, requestId } })
        if (known) return savedOf(known)
        const { kind, number } = document
        const namesake = await tx.embeddedLedgerDocument.findFirst({ where: { tenantId, kind, number } })
        if (namesake) throw new LedgerFault('duplicate-number')
        await requireActive(tx, tenantId, document)
        return savedOf(
          await tx.embeddedLedgerDocument.create({
            data: { tenantId, requestId, kind, number, ...columnsOf(document) },
          }),
        )
      }),
    findDocument: async (_document, requestId) => {
      const found = await db.prisma.embeddedLedgerDocument.findFirst({ where: { tenantId, requestId } })
      return found && savedOf(found)
    },
    updateDocument: (document, saved) => update(saved, columnsOf(document), document),
    voidDocument: (_kind, saved) => update(saved, { isVoid: true, total: '0.00' }),
    readDocument: async (_kind, id) => savedOf(await findDocument(db.prisma, tenantId, id)),
  }
}

const savedOf = ({ id, version }: EmbeddedLedgerDocument): SavedDocument => ({
  id: String(id),
  version: String(version),
})

const findDocument = async (
  models: Pick<Transaction, 'embeddedLedgerDocument'>,
  tenantId: number,
  id: string,
): Promise<EmbeddedLedgerDocument> => {
  const found = await models.embeddedLedgerDocument.findFirst({ where: { tenantId, id: BigInt(id) } })
  if (!found) throw new LedgerFault('inactive')
  return found
}

const columnsOf = (document: LedgerDocument) => ({
  customerId: document.customerId,
  datedOn: dateOf(document.datedOn),
  total: fromCents(document.total),
  content: JSON.parse(JSON.stringify(document)) as Prisma.InputJsonObject,
})

/** Rejects documents that use records which are inactive or do not exist, and names them. */
const requireActive = async (tx: Transaction, tenantId: number, document: LedgerDocument): Promise<void> => {
  const used = recordsOf(document)
  const ids = used.map(({ id }) => id).filter(isId)
  const found = await tx.embeddedLedgerRecord.findMany({ where: { tenantId, id: { in: ids.map(Number) } } })
  const faults = used.flatMap(({ kind, noun, id }) => {
    const record = found.find((one) => one.kind === kind && String(one.id) === id)
    if (record?.isActive) return []
    return record ? `The ${noun} ${id} (${record.name}) is inactive.` : `There is no ${noun} with the id ${id}.`
  })
  if (faults.length > 0) throw new LedgerFault('inactive', { detail: [...new Set(faults)].join(' ') })
}

interface UsedRecord {
  kind: LedgerList | 'customer'
  noun: string
  id: string
}

const recordsOf = (document: LedgerDocument): UsedRecord[] => {
  const use = (kind: UsedRecord['kind'], noun: string, id: string | null): UsedRecord[] =>
    id === null ? [] : [{ kind, noun, id }]
  const account = (id: string | null) => use('account', 'account', id)
  const customer = use('customer', 'customer', document.customerId)
  if (document.kind === 'payment')
    return [
      ...customer,
      ...use('paymentMethod', 'payment method', document.methodId),
      ...account(document.depositAccountId),
    ]
  if (document.kind === 'refund')
    return [...customer, ...account(document.accountId), ...account(document.receivableAccountId)]
  return [
    ...customer,
    ...document.discounts.flatMap(({ discountId }) => use('discount', 'discount', discountId)),
    ...document.lines.flatMap(({ itemId, classId, taxCodeId }) => [
      ...use('item', 'item', itemId),
      ...use('class', 'class', classId),
      ...use('taxCode', 'tax code', taxCodeId),
    ]),
  ]
}
