import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { CreditLine, InvoiceLine, Prisma } from '#prisma/client'
import { type DocumentKind, formatNumber } from './documents/documents.model.ts'

export type { DocumentKind }

/** Returns the number of a document as it is printed: INV-12. */
export const formatDocumentNumber = (kind: DocumentKind, number: number): string => formatNumber(kind, number)

/** A line of a document, for areas that send documents elsewhere. Amounts are in cents. */
export interface BookLine {
  feeItemId: number | null
  accountId: number
  classId: number | null
  taxSetId: number | null
  description: string
  quantity: number
  /** Before discount and tax. */
  amount: number
  discountId: number | null
  discount: number
  tax: number
  serviceOn: Day | null
}

/** The amount that a document takes off an invoice, reversals deducted. */
export interface CoveredAmount {
  invoiceId: number
  amount: number
}

interface Head {
  id: number
  /** As it is printed: INV-12. */
  number: string
  contactId: number
  datedOn: Day
  isVoid: boolean
  /** Tax included. */
  total: number
}

/** A document of the books with everything that was posted. */
export type BookDocument = Head &
  (
    | { kind: 'invoice'; dueOn: Day; lines: BookLine[]; shipping: number; tax: number }
    | { kind: 'credit'; lines: BookLine[]; tax: number; applied: CoveredAmount[] }
    | { kind: 'writeoff'; lines: BookLine[]; tax: number; invoiceId: number }
    | {
        kind: 'payment'
        paymentTypeId: number
        gatewayId: number | null
        depositAccountId: number
        applied: CoveredAmount[]
      }
    | { kind: 'refund'; accountId: number }
  )

/** Reads the current state of a document; null if it does not exist. */
export const findBookDocument = (
  { db }: Pick<Scope, 'db'>,
  kind: DocumentKind,
  id: number,
): Promise<BookDocument | null> => FINDERS[kind](db.prisma, { tenantId: db.tenantId, id })

/** Returns the day on which a void document was taken out of the books. */
export const findVoidDay = async (
  { db }: Pick<Scope, 'db'>,
  documentKind: DocumentKind,
  documentId: number,
): Promise<Day> => {
  const { tenantId, prisma } = db
  const where = { tenantId, documentKind, documentId, reversesId: { not: null } }
  return dayOf((await prisma.journalEntry.findFirstOrThrow({ where })).postedOn)
}

type Find = (models: Models, where: { tenantId: number; id: number }) => Promise<BookDocument | null>

const LINES = { orderBy: { position: 'asc' } } as const
/** A stable order: a document of the ledger whose lines changed places would be sent again. */
const IN_ORDER = { orderBy: { id: 'asc' } } as const

const FINDERS: Record<DocumentKind, Find> = {
  invoice: async (models, where) => {
    const found = await models.invoice.findFirst({ where, include: { lines: LINES } })
    if (!found) return null
    const head = headOf('invoice', found, found.issuedOn, found.total)
    const { lines, dueOn, shipping, tax } = found
    return {
      ...head,
      kind: 'invoice',
      dueOn: dayOf(dueOn),
      lines: lines.map(lineOf),
      shipping: toCents(shipping),
      tax: toCents(tax),
    }
  },
  credit: async (models, where) => {
    const found = await models.credit.findFirst({ where, include: { lines: LINES, applications: IN_ORDER } })
    if (!found) return null
    const head = headOf('credit', found, found.issuedOn, found.total)
    const { lines, tax, applications } = found
    return { ...head, kind: 'credit', lines: lines.map(lineOf), tax: toCents(tax), applied: appliedOf(applications) }
  },
  writeoff: async (models, where) => {
    const found = await models.writeOff.findFirst({ where, include: { lines: LINES } })
    if (!found) return null
    const head = headOf('writeoff', found, found.writtenOffOn, found.total)
    const plain = { feeItemId: null, taxSetId: null, discountId: null, discount: 0, quantity: 1, serviceOn: null }
    const lines = found.lines.map(({ accountId, classId, description, amount, tax }) => ({
      ...plain,
      accountId,
      classId,
      description,
      amount: toCents(amount),
      tax: toCents(tax),
    }))
    return { ...head, kind: 'writeoff', lines, tax: toCents(found.tax), invoiceId: found.invoiceId }
  },
  payment: async (models, where) => {
    const found = await models.payment.findFirst({ where, include: { applications: IN_ORDER } })
    if (!found) return null
    const head = headOf('payment', found, found.receivedOn, found.amount)
    const { paymentTypeId, gatewayId, depositAccountId, applications } = found
    return { ...head, kind: 'payment', paymentTypeId, gatewayId, depositAccountId, applied: appliedOf(applications) }
  },
  refund: async (models, where) => {
    const found = await models.refund.findFirst({ where })
    if (!found) return null
    const head = headOf('refund', found, found.refundedOn, found.amount)
    return { ...head, kind: 'refund', accountId: found.accountId }
  },
}

/** A document without its content. */
export interface DocumentReference {
  kind: DocumentKind
  id: number
  number: number
  contactId: number
  datedOn: Day
}

type NumberedRow = Pick<DocumentReference, 'id' | 'number' | 'contactId'>

/** Lists documents that are not void; those that others need come first. Without a contact, those of all contacts. */
export const listDocuments = async (
  models: Models,
  tenantId: number,
  { contactId }: { contactId?: number } = {},
): Promise<DocumentReference[]> => {
  const where = { tenantId, ...(contactId !== undefined && { contactId }), voidedAt: null }
  const orderBy = { id: 'asc' } as const
  const own = { id: true, number: true, contactId: true }
  const invoices = await models.invoice.findMany({ where, orderBy, select: { ...own, issuedOn: true } })
  const credits = await models.credit.findMany({ where, orderBy, select: { ...own, issuedOn: true } })
  const writeOffs = await models.writeOff.findMany({ where, orderBy, select: { ...own, writtenOffOn: true } })
  const payments = await models.payment.findMany({ where, orderBy, select: { ...own, receivedOn: true } })
  const refunds = await models.refund.findMany({ where, orderBy, select: { ...own, refundedOn: true } })
  const reference = (kind: DocumentKind, { id, number, contactId }: NumberedRow, date: Date) => ({
    kind,
    id,
    number,
    contactId,
    datedOn: dayOf(date),
  })
  return [
    ...invoices.map((one) => reference('invoice', one, one.issuedOn)),
    ...credits.map((one) => reference('credit', one, one.issuedOn)),
    ...writeOffs.map((one) => reference('writeoff', one, one.writtenOffOn)),
    ...payments.map((one) => reference('payment', one, one.receivedOn)),
    ...refunds.map((one) => reference('refund', one, one.refundedOn)),
  ]
}

const headOf = (
  kind: DocumentKind,
  found: { id: number; number: number; contactId: number; voidedAt: Date | null },
  datedOn: Date,
  total: Prisma.Decimal,
): Head => ({
  id: found.id,
  number: formatNumber(kind, found.number),
  contactId: found.contactId,
  datedOn: dayOf(datedOn),
  isVoid: found.voidedAt !== null,
  total: toCents(total),
})

const lineOf = (line: InvoiceLine | CreditLine): BookLine => ({
  feeItemId: line.feeItemId,
  accountId: line.accountId,
  classId: line.classId,
  taxSetId: line.taxSetId,
  description: line.description,
  quantity: Number(line.quantity),
  amount: toCents(line.amount),
  discountId: line.discountId,
  discount: toCents(line.discount),
  tax: toCents(line.tax),
  serviceOn: line.serviceOn && dayOf(line.serviceOn),
})

const appliedOf = (applications: readonly { invoiceId: number; amount: Prisma.Decimal }[]): CoveredAmount[] => {
  const sums = new Map<number, number>()
  for (const { invoiceId, amount } of applications) sums.set(invoiceId, (sums.get(invoiceId) ?? 0) + toCents(amount))
  return [...sums].filter(([, amount]) => amount !== 0).map(([invoiceId, amount]) => ({ invoiceId, amount }))
}
