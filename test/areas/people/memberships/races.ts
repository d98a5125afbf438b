import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let typeId: number
let levelId: number

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

/** Defines the tests of simultaneous requests. */
export const testRaces = (many: number): void => {
  beforeAll(async () => {
    steps = await openMemberships(undefined, { own: true })
    typeId = await steps.type()
    levelId = await steps.level(typeId)
  })
  afterAll(() => steps.server.close())

  test(`accepts one of ${many} simultaneous payments of an invoice, and extends the membership once`, async () => {
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    const renewed = await steps.take(id, 'renew')
    const InvoiceId = renewed.Invoices[1]?.InvoiceId
    const answers = await times(many, () => steps.step(id, 'pay', { PaymentTypeId: 1, InvoiceId }))
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'paid' : answer.json().code))
    expect(codes.filter((code) => code === 'paid')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['paid', 'invoice-paid']))
    const after = await steps.get(id)
    expect(after).toMatchObject({ Balance: 0, ExpirationDate: '2027-01-14' })
    expect(after.Terms.filter(({ ActivatedDate }) => ActivatedDate)).toHaveLength(2)
    const applied = await steps.server.database.system.application.findMany({
      where: { tenantId: steps.caller.tenant.id, invoiceId: InvoiceId ?? 0 },
    })
    expect(applied.map(({ amount }) => amount.toFixed(2))).toEqual(['120.00'])
  })

  test('never accepts simultaneous partial payments of more than the invoice', async () => {
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, levelId)
    const answers = await times(many, () => steps.step(id, 'pay', { PaymentTypeId: 1, Amount: 7 }))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(17)
    expect(await steps.get(id)).toMatchObject({ Status: 'Pending', Balance: 1 })
  })

  test(`accepts one of ${many} simultaneous renewals`, async () => {
    const { MembershipId: id } = await steps.join(await steps.person(), typeId, levelId)
    await steps.take(id, 'pay', { PaymentTypeId: 1 })
    const answers = await times(many, () => steps.step(id, 'renew'))
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'agreed' : answer.json().code))
    expect(codes.filter((code) => code === 'agreed')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['agreed', 'term-waiting']))
    expect((await steps.get(id)).Terms).toHaveLength(2)
  })

  test(`accepts one of ${many} simultaneous memberships of a contact`, async () => {
    const ContactId = await steps.person()
    const body = { ContactId, MembershipTypeId: typeId, LevelId: levelId }
    const answers = await times(many, () => steps.caller.post('/api/memberships/0', body))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(
      await steps.server.database.system.membership.count({
        where: { tenantId: steps.caller.tenant.id, contactId: ContactId },
      }),
    ).toBe(1)
  })

  test('numbers have no gaps and no duplicates, also after simultaneous requests and rollbacks', async () => {
    const people: number[] = []
    for (let at = 0; at < many; at++) people.push(await steps.person())
    const joined = await times(many, (at) => steps.join(people[at] ?? 0, typeId, levelId))
    await Promise.all([
      ...joined.map(({ MembershipId }) => steps.step(MembershipId, 'pay', { PaymentTypeId: 1 })),
      ...joined.map(({ MembershipId }) => steps.step(MembershipId, 'pay', { PaymentTypeId: 1, Amount: 500 })),
    ])
    const { system } = steps.server.database
    const numbers = async (rows: Promise<{ number: number }[]>) => (await rows).map(({ number }) => number)
    for (const taken of [
      await numbers(system.invoice.findMany({ orderBy: { number: 'asc' } })),
      await numbers(system.payment.findMany({ orderBy: { number: 'asc' } })),
    ]) {
      expect(taken).toEqual(taken.map((_, at) => at + 1))
    }
  })

  test('the balance of a contact is the open amount of its invoices minus its credit', async () => {
    const wrong = await steps.server.database.system.$queryRaw`
      SELECT c.id FROM contact c WHERE c.balance <> (
        SELECT coalesce(sum(i.total), 0) FROM invoice i
        WHERE i.tenant_id = c.tenant_id AND i.contact_id = c.id AND i.voided_at IS NULL) - (
        SELECT coalesce(sum(p.amount), 0) FROM payment p WHERE p.tenant_id = c.tenant_id AND p.contact_id = c.id)
      UNION SELECT i.id FROM invoice i WHERE i.voided_at IS NULL AND i.balance <> i.total - (
        SELECT coalesce(sum(a.amount), 0) FROM application a
        WHERE a.tenant_id = i.tenant_id AND a.invoice_id = i.id)`
    expect(wrong).toEqual([])
  })
}
