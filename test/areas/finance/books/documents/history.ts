import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/api/documents'
import { expectedEntries, storedEntries } from './model.ts'

let api: BooksApi
let lines: object[]
beforeAll(async () => {
  api = await openBooks('2026-06-15', { own: true })
  const post = (path: string, body: object) => api.body(api.caller.post(`/api/finance/${path}/0`, body))
  const Rates = [
    { Name: 'State', Percent: 7.25 },
    { Name: 'City', Percent: 1.375 },
  ]
  const { TaxSetId } = await post('taxsets', { Name: 'Tax', Rates })
  const { DiscountId } = await post('discounts', { Name: 'Tenth', DiscountTypeId: 1, DiscountPercent: 10 })
  const { ClassId } = await post('classes', { Name: 'Events' })
  const AccountId = await api.account('membership-income')
  const shop = { Description: 'Book', AccountId: await api.account('shipping-income') }
  lines = [
    { Description: 'Dues', UnitPrice: 33.33, Quantity: 3, AccountId },
    { Description: 'Course', UnitPrice: 19.99, AccountId, TaxSetId, ClassId },
    { ...shop, UnitPrice: 7.5, Quantity: 1.5, TaxSetId, DiscountId },
    { ...shop, UnitPrice: 0.01, DiscountAmount: 0.01 },
  ]
})
afterAll(() => api.server.close())

/** A step with random choices, as parts of a whole: they choose among the documents that are there. */
interface Step {
  kind: 'invoice' | 'payment' | 'credit' | 'apply' | 'unapply' | 'refund' | 'writeoff' | 'void'
  contact: number
  choice: number
  amount: number
}

const KINDS: Step['kind'][] = [
  ...(['invoice', 'invoice', 'payment', 'payment', 'credit', 'apply', 'apply', 'unapply'] as const),
  ...(['refund', 'writeoff', 'void'] as const),
]

const steps = (count: number) =>
  fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(...KINDS),
      contact: fc.nat(2),
      choice: fc.double({ min: 0, max: 0.999, noNaN: true }),
      amount: fc.integer({ min: 1, max: 9000 }),
    }),
    { minLength: count, maxLength: count },
  )

const PATHS = ['invoices', 'payments', 'credits', 'refunds', 'writeoffs'] as const

/** Takes a step. A refusal by a rule is as good as success; anything else fails the test. */
const take = async (contacts: readonly number[], { kind, contact, choice, amount }: Step): Promise<void> => {
  const { system } = api.server.database
  const contactId = contacts[contact] ?? 0
  const own = { tenantId: api.caller.tenant.id, contactId }
  const pick = <R>(rows: readonly R[]): R | undefined => rows[Math.floor(choice * rows.length)]
  const some = async (path: (typeof PATHS)[number]): Promise<number> => {
    const find = { where: own, select: { id: true } }
    const rows = { invoices: () => system.invoice.findMany(find), payments: () => system.payment.findMany(find) }
    const others = { credits: () => system.credit.findMany(find), refunds: () => system.refund.findMany(find) }
    return pick(await { ...rows, ...others, writeoffs: () => system.writeOff.findMany(find) }[path]())?.id ?? 1
  }
  const invoiceId = await some('invoices')
  const source = choice < 0.6 ? ('payments' as const) : ('credits' as const)
  const Amount = amount / 100
  const Applications = [{ InvoiceId: invoiceId, ...(choice < 0.5 && { Amount }) }]
  const Lines = lines.slice(0, 1 + Math.floor(choice * lines.length))
  const request = async (): Promise<[path: string, body: object]> => {
    if (kind === 'invoice')
      return ['invoices/0', { ContactId: contactId, Lines, ShippingAmount: choice < 0.3 ? Amount : 0 }]
    if (kind === 'payment') return ['payments/0', { ContactId: contactId, Amount, PaymentTypeId: 1, Applications }]
    if (kind === 'credit') return ['credits/0', { ContactId: contactId, Lines: [pick(lines)] }]
    if (kind === 'apply') return [`${source}/${await some(source)}/apply`, { Applications }]
    if (kind === 'unapply') return [`${source}/${await some(source)}/unapply`, { InvoiceId: invoiceId }]
    if (kind === 'refund') {
      const id = await some(source)
      return ['refunds/0', { ...(source === 'payments' ? { PaymentId: id } : { CreditId: id }), Amount }]
    }
    if (kind === 'writeoff') return ['writeoffs/0', { InvoiceId: invoiceId, Amount }]
    const path = pick(PATHS) ?? 'invoices'
    return [`${path}/${await some(path)}/void`, {}]
  }
  const [path, body] = await request()
  const answer = await api.caller.post(`/api/finance/${path}`, body)
  expect([200, 404, 409, 422], `${path} ${JSON.stringify(body)} ${answer.body}`).toContain(answer.statusCode)
}

/** Defines the tests of random histories. @param writers simultaneous requests. */
export const testHistories = ({
  histories,
  length,
  writers,
}: {
  histories: number
  length: number
  writers: number
}): void => {
  test(`${histories} random histories with ${writers} writers agree with a model of the books`, async () => {
    const contacts = [await api.person(), await api.person(), await api.person()]
    await fc.assert(
      fc.asyncProperty(steps(length), async (history) => {
        for (let from = 0; from < history.length; from += writers)
          await Promise.all(history.slice(from, from + writers).map((step) => take(contacts, step)))
        await expectBalanced(api)
        expect(await storedEntries(api)).toEqual(await expectedEntries(api))
      }),
      { numRuns: histories, endOnFailure: true },
    )
  })

  test('numbers have no gaps and no duplicates, and nothing is applied beyond an open amount', async () => {
    const { system } = api.server.database
    const order = { orderBy: { number: 'asc' as const }, select: { number: true } }
    for (const documents of [
      await system.invoice.findMany(order),
      await system.payment.findMany(order),
      await system.credit.findMany(order),
      await system.refund.findMany(order),
      await system.writeOff.findMany(order),
    ]) {
      expect(documents.length).toBeGreaterThan(0)
      expect(documents.map(({ number }) => number)).toEqual(documents.map((_, at) => at + 1))
    }
    const wrong = await system.$queryRaw`
      SELECT 'payment' AS what, p.id FROM payment p WHERE p.voided_at IS NULL AND p.open_amount <> p.amount
        - (SELECT coalesce(sum(a.amount), 0) FROM application a WHERE a.tenant_id = p.tenant_id AND a.payment_id = p.id)
        - (SELECT coalesce(sum(r.amount), 0) FROM refund r
          WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND r.voided_at IS NULL)
      UNION ALL SELECT 'credit', p.id FROM credit p WHERE p.voided_at IS NULL AND p.open_amount <> p.total
        - (SELECT coalesce(sum(a.amount), 0) FROM application a WHERE a.tenant_id = p.tenant_id AND a.credit_id = p.id)
        - (SELECT coalesce(sum(r.amount), 0) FROM refund r
          WHERE r.tenant_id = p.tenant_id AND r.credit_id = p.id AND r.voided_at IS NULL)
      UNION ALL SELECT 'invoice', i.id FROM invoice i WHERE i.balance < 0 OR i.balance > i.total
        OR i.voided_at IS NOT NULL AND EXISTS (SELECT FROM application a
          WHERE a.tenant_id = i.tenant_id AND a.invoice_id = i.id HAVING sum(a.amount) <> 0)`
    expect(wrong).toEqual([])
  })
}
