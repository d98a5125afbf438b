import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPIRE_EVENT_CART } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { registrationTasks } from '#areas/events/public-registration/registration.job'
import { readEntries } from '#test/support/commerce/benefit-entries'
import { type EventBenefitsBench, openEventBenefits } from '#test/support/events/event-benefits'
import { PAYER, person } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addMember, memberTokens } from '#test/support/people/members'

let bench: EventBenefitsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openEventBenefits(() => now)
})
afterAll(() => bench.server.close())

interface Line {
  UnitPrice: number
  Discount: number
  DiscountName: string | null
  BenefitItemId: number | null
  BenefitDiscount: number
}

const splitsOf = async (
  id: number,
  form: object,
  post = bench.mine.post,
): Promise<{ Lines: Line[]; Total: number }> => {
  const { Status, Data } = (await post(`/api/public/events/splits/${id}`, form)).json()
  expect(Status).toBe(0)
  return Data
}
/** What benefits take off the lines of a form. */
const reductions = async (...sent: Parameters<typeof splitsOf>) =>
  (await splitsOf(...sent)).Lines.map(({ BenefitDiscount }) => BenefitDiscount)
const formOf = (payer: number, ...types: number[]) => ({
  BillingInfo: PAYER,
  TargetContactId: String(payer),
  Registrations: types.map((type, at) => person(type, { FirstName: `Ann ${at}` })),
})
const register = async (id: number, form: object) => bench.staffCart(id, form)
const remaining = async (owner: number, itemId: number) => (await readEntries(bench.mine, owner, itemId))[0]?.Remaining

describe('POST /api/public/events/splits/{id} (calculateRegistrationSplits)', () => {
  test('takes a piece of the benefit off each registration until it is used up, and then the discount', async () => {
    const { id, full, free, owner, itemId } = await bench.benefitEvent(2, { percent: 50 })
    const form = formOf(owner, full, free, full, full)
    const [first] = form.Registrations
    Object.assign(first ?? {}, { DiscountCode: 'TEN' })
    const { Lines, Total } = await splitsOf(id, form)
    expect(Lines).toMatchObject([
      {
        UnitPrice: 90,
        Discount: 55,
        DiscountName: `Ticket ${id}, Ten off`,
        BenefitItemId: itemId,
        BenefitDiscount: 45,
      },
      { UnitPrice: 90, Discount: 45, DiscountName: `Ticket ${id}`, BenefitItemId: itemId, BenefitDiscount: 45 },
      { UnitPrice: 90, Discount: 0, DiscountName: null, BenefitItemId: null, BenefitDiscount: 0 },
    ])
    expect(Total).toBeCloseTo((35 + 45 + 90) * 1.0825, 1)
    expect(await bench.ledger(owner, itemId)).toEqual(['Adjusted up 2'])
  })

  test('uses what belongs to the business that covers the payer', async () => {
    const firm = await bench.firm()
    const { id, full } = await bench.benefitEvent(1, { owner: firm })
    const employee = await bench.person()
    expect(await reductions(id, formOf(employee, full))).toEqual([0])
    await bench.employ(employee, firm)
    expect(await reductions(id, formOf(employee, full, full))).toEqual([70, 0])
  })

  test('lets only a payer that is proven use them: not an email address, whatever the event accepts', async () => {
    const real = await openEventBenefits(() => new Date())
    const one = await addMember(real.mine)
    const member = await memberTokens(real.server, real.mine, one)
    const { id, full } = await real.benefitEvent(1, { owner: one.contactId, event: { MembershipProof: 'None' } })
    const form = { BillingInfo: { ...PAYER, EmailAddress: one.email }, Registrations: [person(full)] }
    expect(await reductions(id, form, member.post)).toEqual([90])
    const named = { ...form, TargetContactId: String(one.contactId) }
    const stranger = await real.post('splits', id, named)
    expect(stranger.Data).toMatchObject({ Lines: [{ BenefitItemId: null, BenefitDiscount: 0 }] })
    await real.server.close()
  })
})

describe('GET /api/public/events/getenv/{id}/{contactid} (getContactRegistrationEnvironment)', () => {
  const benefitOf = async (path: string, get = bench.mine.get) => {
    const { Data } = (await get(`/api/public/events/getenv/${path}`)).json()
    return Data.RegistrationTypes[0].Benefit
  }

  test('shows a payer that is proven what it has left, and a stranger nothing', async () => {
    const { id, full, owner, itemId } = await bench.benefitEvent(3, { percent: 25, event: { MembershipProof: 'None' } })
    const shown = { BenefitItemId: itemId, DiscountPercent: 25, Price: 67.5 }
    expect(await benefitOf(`${id}/${owner}`)).toMatchObject({ ...shown, Left: 3 })
    await register(id, formOf(owner, full, full))
    expect(await benefitOf(`${id}/${owner}`)).toMatchObject({ ...shown, Left: 1 })
    const { Data } = await bench.environment(`${id}/${owner}`)
    expect(Data).toMatchObject({ RegistrationTypes: [{ Benefit: null }, {}, {}, {}] })
    expect(await benefitOf(`${id}/${await bench.person()}`)).toMatchObject({ Left: 0 })
  })
})

describe('POST /api/public/events/register_v2/{id} (registerAttendeesV2)', () => {
  test('reserves benefits for all events until the cart ends, and keeps what the cart has', async () => {
    const { id, full, owner, itemId } = await bench.benefitEvent(1, { percent: 50 })
    const first = await register(id, formOf(owner, full))
    expect(first.Splits).toMatchObject({ DiscountTotal: 45 })
    expect((await register(id, formOf(owner, full))).Splits).toMatchObject({ DiscountTotal: 0 })
    const again = await register(id, { ...formOf(owner, full), CartKey: first.CartKey })
    expect(again.Splits).toMatchObject({ DiscountTotal: 45 })
    const other = await bench.benefitEvent(0, { owner, itemId })
    expect(await reductions(other.id, formOf(owner, other.full))).toEqual([0])
    now = new Date(now.getTime() + 16 * 60_000)
    expect(await reductions(other.id, formOf(owner, other.full))).toEqual([90])
    await runJobs(bench.server, EXPIRE_EVENT_CART, {
      [EXPIRE_EVENT_CART]: async (context, payload) =>
        registrationTasks[EXPIRE_EVENT_CART]?.({ ...context, clock: { now: () => now } }, payload),
    })
    expect(await bench.ledger(owner, itemId)).toEqual(['Adjusted up 1'])
  })
})

describe('POST /api/public/events/submit/{id} (submitRegistration)', () => {
  test('uses the benefit with the order, once, and confirms a registration that it pays for', async () => {
    const { id, full, owner, itemId } = await bench.benefitEvent(2)
    const cart = await register(id, formOf(owner, full))
    expect(cart.Splits.AmountDue).toBe(0)
    const paid = await bench.staffSubmit(id, cart, { PaymentKind: 'Free' })
    expect(paid).toMatchObject({ Status: 0, Data: { Registrations: [{ ParticipantStatusId: 1 }], Balance: 0 } })
    expect(await bench.staffSubmit(id, cart, { PaymentKind: 'Free' })).toEqual(paid)
    expect(await bench.ledger(owner, itemId)).toEqual(['Adjusted up 2', 'Used -1'])
    const [used] = await readEntries(bench.mine, owner, itemId)
    expect(used?.Description).toBe(`Registration ${paid.Data?.ConfirmationNumber}`)
    const where = { tenantId: bench.mine.tenant.id, contactId: owner }
    const invoice = await bench.server.database.system.invoice.findFirstOrThrow({ where })
    expect([invoice.total, invoice.balance].map(Number)).toEqual([0, 0])
    const line = await bench.server.database.system.eventOrderLine.findFirstOrThrow({
      where: { tenantId: where.tenantId, eventId: id },
    })
    expect([line.amount, line.discount, line.tax].map(Number)).toEqual([90, 90, 0])
  })

  test('asks for the new amount if the benefit was used elsewhere, also after an authorization', async () => {
    const { id, full, owner, itemId } = await bench.benefitEvent(1, { percent: 50 })
    const cart = await register(id, formOf(owner, full))
    const use = { ContactId: owner, BenefitItemId: itemId, UsageQuantity: 1 }
    expect((await bench.mine.post('/api/benefitledger/manualusage', use)).statusCode).toBe(200)
    const card = { PaymentKind: 'Card', PaymentToken: 'tok_visa' }
    const refused = await bench.staffSubmit(id, cart, card)
    expect(refused).toMatchObject({ Status: 409, StatusMessage: expect.stringContaining('97.4') })
    expect(await bench.staffSubmit(id, cart, { ...card, ExpectedTotal: 97.43 })).toMatchObject({ Status: 0 })
    expect(await bench.ledger(owner, itemId)).toEqual(['Adjusted up 1', 'Used -1'])
  })

  test('does not charge tax to a payer that is exempt, if a credential identifies it', async () => {
    const { id, full } = await bench.benefitEvent(0)
    const payer = await bench.person()
    const before = await splitsOf(id, formOf(payer, full))
    expect(before.Total).toBe(97.43)
    const saved = await bench.mine.post(`/api/finance/contacts/${payer}/billing`, { IsTaxExempt: true })
    expect(saved.statusCode, saved.body).toBe(200)
    expect((await splitsOf(id, formOf(payer, full))).Total).toBe(90)
    const cart = await register(id, formOf(payer, full))
    expect(await bench.staffSubmit(id, cart, { PaymentKind: 'Invoice' })).toMatchObject({
      Status: 0,
      Data: { Total: 90 },
    })
    expect((await bench.post('splits', id, formOf(payer, full))).Data?.Total).toBe(97.43)
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/reject (rejectEventRegistration)', () => {
  test('gives the benefit back to its owner, once', async () => {
    const { id, full, owner, itemId } = await bench.benefitEvent(1, { event: { RequiresApproval: true } })
    const cart = await register(id, formOf(owner, full))
    expect(await bench.staffSubmit(id, cart, { PaymentKind: 'Free' })).toMatchObject({ Status: 0 })
    expect(await remaining(owner, itemId)).toBe(0)
    const [{ id: registration = 0, auditId: AuditId = 0 } = {}] = await bench.registrationsOf(cart)
    const path = `/api/events/${id}/registrations/${registration}/reject`
    await bench.good('rejectEventRegistration', bench.mine.post(path, { AuditId }))
    expect((await bench.mine.post(path, { AuditId: AuditId + 1 })).statusCode).toBe(409)
    expect(await bench.ledger(owner, itemId)).toEqual(['Adjusted up 1', 'Used -1', 'Reversed 1'])
  })
})
