import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, nounOf } from './documents.model.ts'

/** Reads a document in its documented shape. @throws 404. */
export type ReadDocument = (runner: SqlRunner, scope: Scope, id: number) => Promise<VersionedRow>

/** Reads the posted lists of a document in their documented shape. */
export const readPostedLists = async (
  read: ReadDocument,
  tx: SqlRunner,
  scope: Scope,
  id: number,
): Promise<{ Lines: object[]; Applications: object[] }> => {
  const { Lines, Applications } = JSON.parse((await read(tx, scope, id)).text) as Record<string, object[] | undefined>
  return { Lines: Lines ?? [], Applications: Applications ?? [] }
}

/** Makes the read of a kind. @param sql selects a VersionedRow. */
export const makeDocumentReader =
  (kind: DocumentKind, sql: (scope: Scope, id: number) => Sql): ReadDocument =>
  async (runner, scope, id) => {
    const [found] = await runner.rows<VersionedRow>(sql(scope, id))
    if (!found) throw notFound(nounOf(kind))
    return found
  }

const lined = { lines: { orderBy: { position: 'asc' } }, contact: true } as const
const applied = { applications: { include: { invoice: true }, orderBy: { id: 'asc' } } } as const

const invoiceParts = { include: lined } as const satisfies Prisma.InvoiceDefaultArgs
const creditParts = { include: { ...lined, ...applied } } as const satisfies Prisma.CreditDefaultArgs
const writeOffParts = { include: { ...lined, ...applied } } as const satisfies Prisma.WriteOffDefaultArgs
const paymentParts = {
  include: { contact: true, ...applied, depositAccount: true },
} as const satisfies Prisma.PaymentDefaultArgs
const refundParts = {
  include: { contact: true, payment: true, credit: true },
} as const satisfies Prisma.RefundDefaultArgs

export type StoredInvoice = Prisma.InvoiceGetPayload<typeof invoiceParts>
export type StoredCredit = Prisma.CreditGetPayload<typeof creditParts>
export type StoredWriteOff = Prisma.WriteOffGetPayload<typeof writeOffParts>
/** A payment with the day on which its reversal is posted; null if it is not void. */
export type StoredPayment = Prisma.PaymentGetPayload<typeof paymentParts> & { reversedOn: Date | null }
export type StoredRefund = Prisma.RefundGetPayload<typeof refundParts>

export interface DocumentKey {
  tenantId: number
  id: number
}

/** Finds an invoice with its lines, not a void one. */
export const findInvoice = (models: Models, key: DocumentKey): Promise<StoredInvoice | null> =>
  models.invoice.findFirst({ where: { ...key, voidedAt: null }, ...invoiceParts })

/** Finds a credit with its lines and applications; a void one only if wanted. */
export const findCredit = (models: Models, key: DocumentKey, includeVoid: boolean): Promise<StoredCredit | null> =>
  models.credit.findFirst({ where: { ...key, ...(!includeVoid && { voidedAt: null }) }, ...creditParts })

/** Finds a payment with its applications, also a void one. */
export const findPayment = async (models: Models, { tenantId, id }: DocumentKey): Promise<StoredPayment | null> => {
  const payment = await models.payment.findFirst({ where: { tenantId, id }, ...paymentParts })
  if (!payment) return null
  const where = { tenantId, documentKind: 'payment', documentId: id, reversesId: { not: null } }
  const reversal = payment.voidedAt && (await models.journalEntry.findFirst({ where, select: { postedOn: true } }))
  return { ...payment, reversedOn: reversal?.postedOn ?? null }
}

/** Finds a refund with the payment or credit that it is of, not a void one. */
export const findRefund = (models: Models, key: DocumentKey): Promise<StoredRefund | null> =>
  models.refund.findFirst({ where: { ...key, voidedAt: null }, ...refundParts })

/** Finds a write-off with its lines and applications, not a void one. */
export const findWriteOff = (models: Models, key: DocumentKey): Promise<StoredWriteOff | null> =>
  models.writeOff.findFirst({ where: { ...key, voidedAt: null }, ...writeOffParts })
