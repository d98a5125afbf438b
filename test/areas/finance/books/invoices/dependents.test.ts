import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { openRegistered, type RegisteredBench } from '#test/support/events/registered'
import type { Json } from '#test/support/people/contact-parts'

let bench: RegisteredBench
beforeAll(async () => {
  bench = await openRegistered()
})
afterAll(() => bench.server.close())

const post = async (url: string, body: object): Promise<Json> => {
  const answer = await bench.mine.post(url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Invoices of 40 for a contact: of no record, of a membership, of an order of an event. */
const openInvoices = async (ContactId: number) => {
  const { MembershipTypeId } = await post('/api/membershiptypes/0', { Name: `Full ${ContactId}` })
  const level = { Name: 'One', Price: 40 }
  const { MembershipLevelId } = await post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
  const joined = await post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId: MembershipLevelId })
  const [{ InvoiceId: ofTerm } = { InvoiceId: 0 }] = joined.Invoices as { InvoiceId: number }[]
  const event = await bench.gala()
  const { first, invoiceId } = await bench.order(event, { people: [{ statusId: 6 }], price: 40, payerId: ContactId })
  const where = { tenantId: bench.mine.tenant.id, systemRole: 'membership-income' }
  const { id: AccountId } = await bench.server.database.system.account.findFirstOrThrow({ where })
  const Lines = [{ Description: 'Book', UnitPrice: 40, AccountId }]
  const { InvoiceId } = await post('/api/finance/invoices/0', { ContactId, Lines })
  return {
    invoiceIds: [InvoiceId, ofTerm, invoiceId] as number[],
    readStates: async () => [
      (await bench.mine.get(`/api/memberships/${joined.MembershipId}`)).json().Status,
      (await bench.readRegistration(event, first)).ParticipantStatusId,
    ],
  }
}

/** Pays invoices, and returns the number of statements. */
const pay = async (ContactId: number, invoiceIds: readonly number[]): Promise<number> => {
  const Applications = invoiceIds.map((InvoiceId) => ({ InvoiceId }))
  const payment = { ContactId, Amount: 40 * invoiceIds.length, PaymentTypeId: 2, Applications }
  const { queries } = await countQueries(bench.server.database, () => post('/api/finance/payments/0', payment))
  return queries.length
}

describe('POST /api/finance/payments/{paymentId} (savePayment)', () => {
  test('one payment activates the membership and confirms the registration of its invoices', async () => {
    const ContactId = await bench.person()
    const { invoiceIds, readStates } = await openInvoices(ContactId)
    expect(await readStates()).toEqual(['Pending', 6])
    await pay(ContactId, invoiceIds)
    expect(await readStates()).toEqual(['Active', 1])
  })

  test('a payment of an invoice that no other area needs runs no statements of other areas', async () => {
    const ContactId = await bench.person()
    const { invoiceIds, readStates } = await openInvoices(ContactId)
    const counts: number[] = []
    for (const id of invoiceIds) counts.push(await pay(ContactId, [id]))
    expect(await readStates()).toEqual(['Active', 1])
    const [ofNone = 0, ...others] = counts
    for (const count of others) expect(ofNone).toBeLessThan(count)
  })
})
