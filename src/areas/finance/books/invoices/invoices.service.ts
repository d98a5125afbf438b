import type { DocumentVoidInput, InvoiceSaveInput } from '#contract/finance/invoices'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { Checks } from '#kernel/errors/checks'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { fromCents, toCents } from '#kernel/money/cents'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, type Day } from '#kernel/time/calendar'
import { dayOf, todayOf } from '#kernel/time/day'
import { type BillTo, lockBillTo } from '../billing/billing.service.ts'
import { parseAddress, parseDay, parseText, requireUnposted } from '../documents/documents.input.ts'
import { readPostedLists } from '../documents/documents.queries.ts'
import { saveDocument, type TakenBack, voidDocument } from '../documents/documents.service.ts'
import { taxAddressOf } from '../documents/line-catalog.queries.ts'
import { resolveLines } from '../documents/lines.service.ts'
import { finishDocuments, type LockedDocument, lockNewHolder } from '../documents/locked-documents.service.ts'
import { describeUpdatedDocument } from '../documents/posted-documents.service.ts'
import { requireNoOwner } from './dependents.service.ts'
import { issueInvoice, takeAllBack } from './invoice-posting.service.ts'
import { readInvoice } from './invoices.queries.ts'
import { changeInvoiceSql } from './invoices.sql.ts'

/** The days after its date on which an invoice is due, if no other day is stated. */
const DUE_DAYS = 30

/**
 * Issues an invoice (id 0), or changes what is not posted of one.
 *
 * @throws 400, 404, 409 invoice-void, contact-deleted or stale-audit-id, 412, 422 unknown-reference, posted, books-rule,
 *   closed-period.
 */
export const saveInvoice = (
  scope: Scope,
  id: number,
  input: InvoiceSaveInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  saveDocument(scope, id, expected, {
    kind: 'invoice',
    read: readInvoice,
    create: (tx) => createInvoice(scope, tx, input),
    change: (tx, invoice) => changeInvoice(scope, tx, invoice, input),
  })

const createInvoice = async (scope: Scope, tx: Transaction, input: InvoiceSaveInput): Promise<number> => {
  const checks = new Checks()
  const issuedOn = await checks.run(() => parseDay(scope, input.IssuedDate, '/IssuedDate'), todayOf(scope))
  const dueOn = await checks.run(() => parseDue(input.DueDate, issuedOn), undefined)
  const billTo = await checks.run(
    async () => lockBillTo(scope, tx, await lockNewHolder(scope, tx, input.ContactId)),
    NOT_BILLED,
  )
  const { contactId, forContactId, isTaxExempt } = billTo
  const sent = await checks.run(() => parseAddresses(tx, input), {})
  const billingAddress = sent.BillingAddress === undefined ? billTo.address : sent.BillingAddress
  const address = taxAddressOf(sent.ShippingDetails, billingAddress)
  const lines = await checks.run(
    () => resolveLines(scope, tx, input.Lines, issuedOn, { isTaxExempt, address, allowsNegative: true }),
    [],
  )
  checks.finish()
  const invoice = await issueInvoice(scope, tx, {
    contactId,
    forContactId,
    lines,
    issuedOn,
    billingAddress,
    datePointer: '/IssuedDate',
    dueOn: dueOn ?? addDays(issuedOn, DUE_DAYS),
    shipping: input.ShippingAmount == null ? 0 : toCents(input.ShippingAmount),
    message: parseText(input.Message) ?? null,
    notes: parseText(input.Notes) ?? null,
    shippingDetails: sent.ShippingDetails ?? null,
  })
  await finishDocuments(scope, tx, contactId, [], [])
  return invoice.id
}

/** Stands for a contact that was not found, so that the other parts of the request are checked. */
const NOT_BILLED: BillTo = { contactId: 0, forContactId: null, isTaxExempt: false, address: null }

interface Addresses {
  BillingAddress?: InvoiceSaveInput['BillingAddress'] | undefined
  ShippingDetails?: InvoiceSaveInput['ShippingDetails'] | undefined
}

/** Parses the addresses that were sent. @throws 422 unknown-reference. */
const parseAddresses = async (runner: SqlRunner, sent: Addresses): Promise<Addresses> => {
  const { BillingAddress: billing, ShippingDetails: shipping } = sent
  return {
    BillingAddress: billing && (await parseAddress(runner, billing, '/BillingAddress')),
    ShippingDetails: shipping && (await parseAddress(runner, shipping, '/ShippingDetails')),
  }
}

const parseDue = (sent: string | null | undefined, issuedOn: Day): Day | undefined => {
  const day = sent || undefined
  if (day !== undefined && day < issuedOn) throw badInput('/DueDate', `must not be before ${issuedOn}`)
  return day
}

const changeInvoice = async (
  scope: Scope,
  tx: Transaction,
  invoice: LockedDocument,
  input: InvoiceSaveInput,
): Promise<void> => {
  const { id, contactId, date, open } = invoice
  const shipping = input.ShippingAmount == null ? {} : { ShippingAmount: await findShipping(scope, tx, id) }
  const { Lines } = await readPostedLists(readInvoice, tx, scope, id)
  requireUnposted(input, { ContactId: contactId, IssuedDate: date, ...shipping, Lines })
  const dueOn = parseDue(input.DueDate, date) ?? null
  if (dueOn !== null) await requireNoParts(scope, tx, id, dueOn)
  const addresses = await parseAddresses(tx, input)
  const values = {
    tenantId: scope.db.tenantId,
    id,
    dueOn,
    ...textValue('message', input.Message),
    ...textValue('notes', input.Notes),
    ...jsonValue('billingAddress', addresses.BillingAddress),
    ...jsonValue('shippingDetails', addresses.ShippingDetails),
  }
  await tx.rows(changeInvoiceSql(values))
  const change = describeUpdatedDocument('invoice', invoice, { balance: fromCents(open) })
  await finishDocuments(scope, tx, contactId, [change], [{ invoiceId: id, paidCents: 0, isSettled: false, on: date }])
}

/** Rejects another due date for an invoice with parts: it is that of its first open part. @throws 422 posted. */
const requireNoParts = async ({ db: { tenantId } }: Scope, tx: Transaction, id: number, dueOn: Day): Promise<void> => {
  const { partCount, dueOn: stored } = await tx.invoice.findFirstOrThrow({ where: { tenantId, id } })
  if (partCount === 0 || dayOf(stored) === dueOn) return
  throw ruleRefused('posted', 'The due dates of an invoice with parts cannot change.', [
    { pointer: '/DueDate', message: 'must be absent, because a payment plan sets the due dates' },
  ])
}

const findShipping = async ({ db }: Scope, tx: Transaction, id: number): Promise<number> =>
  Number((await tx.invoice.findFirstOrThrow({ where: { tenantId: db.tenantId, id } })).shipping)

/** Returns the new value of a column, and whether it changes: a field that is left out keeps its value. */
const textValue = <N extends string>(name: N, sent: string | null | undefined) =>
  ({ [name]: parseText(sent) ?? null, [`${name}Sent`]: sent !== undefined }) as Record<N, string | null> &
    Record<`${N}Sent`, boolean>

const jsonValue = <N extends string>(name: N, sent: object | null | undefined) =>
  ({ [name]: sent ? JSON.stringify(sent) : null, [`${name}Sent`]: sent !== undefined }) as Record<N, string | null> &
    Record<`${N}Sent`, boolean>

/**
 * Voids an invoice.
 *
 * @throws 400, 404, 409 invoice-void, written-off, membership-invoice, order-invoice, sponsor-invoice, contact-deleted or
 *   stale-audit-id, 412, 422 closed-period.
 */
export const voidInvoiceDocument = (
  scope: Scope,
  id: number,
  input: DocumentVoidInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  voidDocument(scope, id, input, expected, { kind: 'invoice', read: readInvoice, takeBack: takeInvoiceBack })

const takeInvoiceBack = async (scope: Scope, tx: Transaction, { id }: LockedDocument, on: Day): Promise<TakenBack> => {
  await requireNoOwner(scope, tx, id)
  return { changes: await takeAllBack(scope, tx, id, on), effects: [] }
}
