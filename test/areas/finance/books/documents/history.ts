import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'
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

type Path = (typeof PATHS)[number]

const pick = <R>(rows: readonly R[], choice: number): R | undefined => rows[Math.floor(choice * rows.length)]

/** The id of a document of a contact. */
const some = async (path: Path, contactId: number, choice: number): Promise<number> => {
  const { system } = api.server.database
  const find = { where: { tenantId: api.caller.tenant.id, contactId }, select: { id: true } }
  const ids: Record<Path, () => Promise<{ id: number }[]>> = {
    invoices: () => system.invoice.findMany(find),
    payments: () => system.payment.findMany(find),
    credits: () => system.credit.findMany(find),
    refunds: () => system.refund.findMany(find),
    writeoffs: () => system.writeOff.findMany(find),
  }
  return pick(await ids[path](), choice)?.id ?? 1
}

type Request = [path: string, body: object]

const REQUESTS: Record<Step['kind'], (contactId: number, step: Step) => Promise<Request>> = {
  invoice: async (ContactId, { choice, amount }) => [
    'invoices/0',
    {
      ContactId,
      Lines: lines.slice(0, 1 + Math.floor(choice * lines.length)),
      ShippingAmount: choice < 0.3 ? amount / 100 : 0,
    },
  ],
  payment: async (ContactId, step) => [
    'payments/0',
    { ContactId, Amount: step.amount / 100, PaymentTypeId: 1, Applications: await applied(ContactId, step) },
  ],
  credit: async (ContactId, { choice }) => ['credits/0', { ContactId, Lines: [pick(lines, choice)] }],
  apply: async (contactId, step) => [
    `${await sourceOf(contactId, step)}/apply`,
    { Applications: await applied(contactId, step) },
  ],
  unapply: async (contactId, step) => [
    `${await sourceOf(contactId, step)}/unapply`,
    { InvoiceId: await some('invoices', contactId, step.choice) },
  ],
  refund: async (contactId, { choice, amount }) => {
    const id = await some(choice < 0.6 ? 'payments' : 'credits', contactId, choice)
    return ['refunds/0', { ...(choice < 0.6 ? { PaymentId: id } : { CreditId: id }), Amount: amount / 100 }]
  },
  writeoff: async (contactId, { choice, amount }) => [
    'writeoffs/0',
    { InvoiceId: await some('invoices', contactId, choice), Amount: amount / 100 },
  ],
  void: async (contactId, { choice }) => {
    const path = pick(PATHS, choice) ?? 'invoices'
    return [`${path}/${await some(path, contactId, choice)}/void`, {}]
  },
}

const sourceOf = async (contactId: number, { choice }: Step): Promise<string> => {
  const path = choice < 0.6 ? 'payments' : 'credits'
  return `${path}/${await some(path, contactId, choice)}`
}

const applied = async (contactId: number, { choice, amount }: Step): Promise<object[]> => [
  { InvoiceId: await some('invoices', contactId, choice), ...(choice < 0.5 && { Amount: amount / 100 }) },
]

/** Takes a step. A refusal by a rule is as good as success; anything else fails the test. */
const take = async (contacts: readonly number[], step: Step): Promise<void> => {
  const [path, body] = await REQUESTS[step.kind](contacts[step.contact] ?? 0, step)
  const answer = await api.caller.post(`/api/finance/${path}`, body)
  expect([200, 404, 409, 422], `${path} ${JSON.stringify(body)} ${answer.body}`).toContain(answer.statusCode)
}

/** Starts the books of a contact with one document of each kind, so that even short histories have all of them. */
const addOneOfEach = async (ContactId: number): Promise<void> => {
  const InvoiceId = await api.create('invoices', { ContactId, Lines: lines })
  const PaymentId = await api.create('payments', { ContactId, Amount: 50, PaymentTypeId: 1 })
  await api.create('credits', { ContactId, Lines: lines.slice(0, 1) })
  await api.create('refunds', { PaymentId, Amount: 10 })
  await api.create('writeoffs', { InvoiceId, Amount: 1 })
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
    for (const contactId of contacts) await addOneOfEach(contactId)
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
