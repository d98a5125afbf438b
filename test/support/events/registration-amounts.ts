import fc from 'fast-check'
import { expect } from 'vitest'
import { toCents } from '#kernel/money/cents'
import type { Json } from '../people/contact-parts.ts'
import type { EventVouchersBench } from './event-vouchers.ts'
import { PAYER, type Part } from './registrations.ts'

const cents = (max: number) => fc.integer({ min: 0, max }).map((amount) => amount / 100)

/** A part of its price, in percent. */
const part = fc.option(fc.integer({ min: 0, max: 100 }), { nil: null })

const typeOf = fc.record({
  Price: cents(20_000),
  member: part,
  early: part,
  SeatsPerRegistration: fc.constantFrom(1, 1, 2),
  benefit: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
})

const discountOf = fc.oneof(
  fc.record({ Percent: fc.integer({ min: 1, max: 10_000 }).map((percent) => percent / 100) }),
  fc.record({ Amount: fc.integer({ min: 1, max: 10_000 }).map((amount) => amount / 100) }),
)

const voucherOf = fc.oneof(
  fc.record({
    kind: fc.constant(1 as const),
    value: fc.integer({ min: 1, max: 20_000 }).map((amount) => amount / 100),
  }),
  fc.record({ kind: fc.constant(2 as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant(3 as const), value: fc.constant(0) }),
)

const attendee = fc.record({
  type: fc.nat(),
  session: fc.boolean(),
  discount: fc.boolean(),
  GroupNumber: fc.constantFrom(null, 1),
})

/** An event, and the people that register for it. */
export const registration = fc.record({
  types: fc.array(typeOf, { minLength: 1, maxLength: 3 }),
  rates: fc.array(fc.integer({ min: 1, max: 2_500 }), { maxLength: 2 }),
  session: cents(5_000),
  item: cents(5_000),
  tier: cents(50_000),
  discount: discountOf,
  attendees: fc.array(attendee, { minLength: 1, maxLength: 4 }),
  items: fc.integer({ min: 0, max: 3 }),
  hasTier: fc.boolean(),
  donation: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: null }),
  isMember: fc.boolean(),
  isExempt: fc.boolean(),
  pieces: fc.integer({ min: 0, max: 3 }),
  vouchers: fc.array(voucherOf, { maxLength: 2 }),
})

type Registration = typeof registration extends fc.Arbitrary<infer One> ? One : never

const guest = { type: 0, session: true, discount: true, GroupNumber: null }

/** Three people of a type, of whom a benefit reduces two. */
export const WITH_BENEFIT: Registration = {
  types: [{ Price: 33.33, member: 90, early: null, SeatsPerRegistration: 1, benefit: 50 }],
  rates: [825],
  session: 12.5,
  item: 8,
  tier: 0,
  discount: { Percent: 10 },
  attendees: [guest, guest, guest],
  items: 1,
  hasTier: false,
  donation: null,
  isMember: true,
  isExempt: false,
  pieces: 2,
  vouchers: [{ kind: 1, value: 20 }],
}

const shareOf = (price: number, percent: number | null) => (percent === null ? null : Math.floor(price * percent) / 100)

const typeBody = (benefitItemId: number, priced: object, type: Registration['types'][number], at: number) => {
  const { member, early, benefit, ...own } = type
  return {
    ...own,
    ...priced,
    Name: `Type ${at}`,
    MemberPrice: shareOf(own.Price, member),
    EarlyBirdPrice: shareOf(own.Price, early),
    EarlyBirdEnds: early === null ? null : '2031-01-31',
    ...(benefit !== null && { BenefitItemId: benefitItemId, BenefitDiscountPercent: benefit }),
  }
}

const ok = async ({ mine }: EventVouchersBench, url: string, body: object): Promise<Json> => {
  const response = await mine.post(url, body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

let made = 0

const addEvent = async (bench: EventVouchersBench, drawn: Registration, benefitItemId: number): Promise<Json> => {
  const SaleableItemId = await bench.saleable()
  const priced = { SaleableItemId }
  const Rates = drawn.rates.map((rate, at) => ({ Name: `Rate ${at}`, Percent: rate / 100 }))
  const taxSet = Rates.length === 0 ? null : await ok(bench, '/api/finance/taxsets/0', { Name: `Set ${++made}`, Rates })
  const times = { StartDate: '2031-05-02T09:00:00Z', EndDate: '2031-05-02T11:00:00Z' }
  return bench.event({
    Status: 'Published',
    StartDate: '2031-05-02T08:00:00Z',
    TaxSetId: taxSet?.TaxSetId ?? null,
    RegistrationTypes: drawn.types.map((type, at) => typeBody(benefitItemId, priced, type, at)),
    Sessions: [{ Name: 'Workshop', ...times, Price: drawn.session, ...priced }],
    AdditionalItems: [{ Name: 'Parking', Price: drawn.item, ...priced }],
    SponsorshipTiers: [{ Name: 'Gold', Price: drawn.tier, ...priced }],
    Donations: [{ Name: 'Trees', ...priced }],
    Discounts: [{ Name: 'Ten', Code: 'TEN', ...drawn.discount }],
  })
}

const formOf = (event: Json, drawn: Registration, payer: number, codes: readonly string[]) => {
  const list = (name: string) => event[name] as Part[]
  const types = list('RegistrationTypes')
  return {
    BillingInfo: { ...PAYER, Vouchers: codes.map((Code) => ({ Code })) },
    TargetContactId: String(payer),
    Registrations: drawn.attendees.map(({ type, session, discount, GroupNumber }, at) => ({
      // A table has two seats.
      FirstName: `Guest ${at}`,
      LastName: 'Reyes',
      GroupNumber: at < 2 ? GroupNumber : null,
      EventRegistrationTypeId: types[type % types.length]?.EventRegistrationTypeId,
      SessionIds: session ? [list('Sessions')[0]?.SessionId] : [],
      ...(discount && { DiscountCode: 'TEN' }),
    })),
    AdditionalPurchaseItems:
      drawn.items === 0 ? [] : [{ ItemId: list('AdditionalItems')[0]?.ItemId, Quantity: drawn.items }],
    Sponsorships: drawn.hasTier ? [{ SponsorshipTierId: list('SponsorshipTiers')[0]?.SponsorshipTierId }] : [],
    DonationItems:
      drawn.donation === null ? [] : [{ ItemId: list('Donations')[0]?.ItemId, Amount: drawn.donation / 100 }],
  }
}

interface Splits {
  Lines: {
    Pointer: string
    Name: string
    Quantity: number
    UnitPrice: number
    Discount: number
    BenefitDiscount: number
    Tax: number
    Amount: number
  }[]
  ItemTotal: number
  DiscountTotal: number
  TaxTotal: number
  Total: number
  VoucherAmount: number
  AmountDue: number
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + toCents(amount), 0)

/** What is true of all amounts. */
const expectConsistent = (splits: Splits): void => {
  const { Lines, ItemTotal, DiscountTotal, TaxTotal, Total, VoucherAmount, AmountDue } = splits
  expect(sum(Lines.map(({ Quantity, UnitPrice }) => Quantity * UnitPrice))).toBe(toCents(ItemTotal))
  expect(sum(Lines.map(({ Discount }) => Discount))).toBe(toCents(DiscountTotal))
  expect(sum(Lines.map(({ Tax }) => Tax))).toBe(toCents(TaxTotal))
  expect(sum(Lines.map(({ Amount }) => Amount))).toBe(toCents(Total))
  expect(sum([ItemTotal, -DiscountTotal, TaxTotal])).toBe(toCents(Total))
  expect(sum([Total, -VoucherAmount])).toBe(toCents(AmountDue))
  expect(Math.min(VoucherAmount, AmountDue)).toBeGreaterThanOrEqual(0)
  for (const { Quantity, UnitPrice, Discount, BenefitDiscount } of Lines) {
    expect(BenefitDiscount).toBeLessThanOrEqual(Discount)
    expect(Discount).toBeLessThanOrEqual(Quantity * UnitPrice)
  }
}

/**
 * What the benefit takes off each line, in cents: its percentage, of the types that it reduces, in the order of the people, until
 * its pieces are used up.
 */
const expectedReductions = ({ Lines }: Splits, { types, pieces }: Registration): number[] => {
  let left = pieces
  return Lines.map(({ Pointer, Name, UnitPrice }) => {
    const type = Pointer.startsWith('/Registrations/') ? types.find((_, at) => Name === `Type ${at}`) : undefined
    const cents = Math.round((toCents(UnitPrice) * (type?.benefit ?? 0)) / 100)
    if (cents === 0 || left === 0) return 0
    left--
    return cents
  })
}

const publicly = (bench: EventVouchersBench, operation: string, event: Json, body: object) =>
  ok(bench, `/api/public/events/${operation}/${event.EventId}`, body)

const CODE = /^\/BillingInfo\/Vouchers\/(\d+)\/Code$/

/** The form without the vouchers that pay for nothing: splits and validate refuse them alike. */
const validForm = async (
  bench: EventVouchersBench,
  event: Json,
  drawn: Registration,
  payer: number,
  codes: readonly string[],
): Promise<object> => {
  const form = formOf(event, drawn, payer, codes)
  const faults = (await publicly(bench, 'validate', event, form)).Errors as { Pointer: string; Code: string }[]
  const isAccepted = faults.filter(({ Pointer }) => CODE.test(Pointer)).length === 0
  expect((await publicly(bench, 'splits', event, form)).Status).toBe(faults.length === 0 ? 0 : 422)
  if (isAccepted) {
    expect(faults).toEqual([])
    return form
  }
  const refused = new Set(faults.map(({ Pointer }) => Number(CODE.exec(Pointer)?.[1])))
  return validForm(
    bench,
    event,
    drawn,
    payer,
    codes.filter((_, at) => !refused.has(at)),
  )
}

const addPayer = async (bench: EventVouchersBench, { isMember, isExempt }: Registration): Promise<number> => {
  const payer = isMember ? await bench.addMember(`amounts${++made}@amounts.example`) : await bench.person()
  if (isExempt) await ok(bench, `/api/finance/contacts/${payer}/billing`, { IsTaxExempt: true })
  return payer
}

/** The sum of all lines of the journal, in cents. */
const trialBalance = async ({ server, mine }: EventVouchersBench): Promise<number> => {
  const where = { tenantId: mine.tenant.id }
  return toCents(
    (await server.database.system.journalLine.aggregate({ where, _sum: { amount: true } }))._sum.amount ?? 0,
  )
}

/** Compares what an order stores with the splits. */
const expectStored = async (bench: EventVouchersBench, event: Json, splits: Splits): Promise<void> => {
  const where = { tenantId: bench.mine.tenant.id, eventId: Number(event.EventId), state: 'submitted' }
  const order = await bench.server.database.system.eventOrder.findFirstOrThrow({
    where,
    include: { invoice: true, lines: { orderBy: { position: 'asc' } }, voucherUses: true },
  })
  expect(toCents(order.total)).toBe(toCents(splits.Total))
  expect(toCents(order.dueAmount)).toBe(toCents(splits.AmountDue))
  expect(toCents(order.invoice?.total ?? 0)).toBe(toCents(splits.Total))
  expect(toCents(order.invoice?.balance ?? 0)).toBe(toCents(splits.AmountDue))
  expect(sum(order.voucherUses.map(({ amount }) => Number(amount)))).toBe(toCents(splits.VoucherAmount))
  if (!order.invoice) return
  const stored = order.lines.map(({ amount, discount, tax }) => [amount, discount, tax].map(toCents))
  const shown = splits.Lines.map(({ Quantity, UnitPrice, Discount, Tax }) =>
    [Quantity * UnitPrice, Discount, Tax].map(toCents),
  )
  expect(stored).toEqual(shown)
}

/** Registers what was drawn, and compares the amounts of splits, register, getenv, submit and the books, and the faults of validate. */
export const expectEqualAmounts = async (bench: EventVouchersBench, drawn: Registration): Promise<void> => {
  const payer = await addPayer(bench, drawn)
  const { BenefitItemId } = await ok(bench, '/api/benefits/items/0', { Name: `Amount ${++made}` })
  const itemId = Number(BenefitItemId)
  if (drawn.pieces > 0) await bench.grant(payer, itemId, drawn.pieces)
  const event = await addEvent(bench, drawn, itemId)
  const [first] = event.RegistrationTypes as { SaleableItemId: number }[]
  const goods = await bench.storeItem({ feeItemId: Number(first?.SaleableItemId) })
  const codes: string[] = []
  for (const { kind, value } of drawn.vouchers) codes.push((await bench.voucher(kind, value, { itemId: goods })).code)
  const form = await validForm(bench, event, drawn, payer, codes)
  const splits = (await publicly(bench, 'splits', event, form)).Data as Splits
  expectConsistent(splits)
  const cart = (await publicly(bench, 'register_v2', event, form)).Data as { CartKey: string; Splits: Splits }
  expect(cart.Splits).toEqual(splits)
  const { Data } = (await bench.mine.get(`/api/public/events/getenv/${event.EventId}/null/${cart.CartKey}`)).json()
  expect(Data.Cart.Splits).toEqual(splits)
  const payment = { CartKey: cart.CartKey, PaymentKind: 'Invoice', ExpectedTotal: splits.AmountDue }
  const paid = await publicly(bench, 'submit', event, payment)
  expect(paid).toMatchObject({
    Status: 0,
    StatusMessage: null,
    Data: { Total: splits.Total, AmountPaid: splits.VoucherAmount, Balance: splits.AmountDue },
  })
  await expectStored(bench, event, splits)
  const reductions = expectedReductions(splits, drawn)
  expect(splits.Lines.map(({ BenefitDiscount }) => toCents(BenefitDiscount))).toEqual(reductions)
  const used = (await bench.ledger(payer, itemId)).filter((entry) => entry === 'Used -1')
  expect(used).toHaveLength(reductions.filter((cents) => cents > 0).length)
  expect(await trialBalance(bench)).toBe(0)
}
