import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bodyOf,
  CARD,
  type CancellationsBench,
  FULL,
  INVOICE,
  openCancellations,
  RULES,
} from '#test/support/events/cancellations'
import { refusal } from '#test/support/people/contact-parts'

let bench: CancellationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

describe('POST /api/events/{eventId}/registrations/{registrationId}/cancel/preview (previewRegistrationCancellation)', () => {
  test('changes nothing', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Quin'], INVOICE)
    const before = [await bench.registrationsOf(cart), await bench.moneyOf(cart)]
    expect(await bodyOf(bench.onRegistration(id, cart, 0, 'cancel/preview', { RefundAmount: 5 }))).toMatchObject({
      CreditAmount: 5,
      AppliedAmount: 5,
    })
    expect([await bench.registrationsOf(cart), await bench.moneyOf(cart)]).toEqual(before)
    const refused = refusal(bench.onRegistration(id, cart, 0, 'cancel/preview', { RefundAmount: 500 }))
    expect(await refused).toEqual([422, '/RefundAmount'])
  })
})

describe('POST /api/events/{eventId}/orders/{orderId}/cancel (cancelEventOrder)', () => {
  const everything = async (rules: object = {}) => {
    const { id, full, parts } = await bench.congress(rules)
    const cart = await bench.register(id, full, ['Ria', 'Tom'], CARD, {
      AdditionalPurchaseItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 2 }],
      Sponsorships: [{ SponsorshipTierId: parts.SponsorshipTiers[0]?.SponsorshipTierId, SponsorName: 'Crest' }],
      Exhibitors: [{ ExhibitorTypeId: parts.ExhibitorTypes[0]?.ExhibitorTypeId, ExhibitorName: 'Crest' }],
    })
    await bench.settle()
    return { id, cart, price: Math.round(cart.Splits.AmountDue * 100) }
  }

  test('cancels everything in it, and returns what it cost', async () => {
    const { id, cart, price } = await everything()
    const preview = await bench.good(
      'previewOrderCancellation',
      bench.onOrder(id, cart, 'cancel/preview', { RefundPercent: 100 }),
    )
    expect(preview.body).toMatchObject({ Price: price / 100, CreditAmount: price / 100, ReturnedAmount: price / 100 })
    const { body: order } = await bench.good(
      'cancelEventOrder',
      bench.onOrder(id, cart, 'cancel', { RefundPercent: 100 }),
    )
    expect(order).toMatchObject({
      CancelledDate: now.toISOString(),
      Actions: ['view'],
      AuditId: 2,
      Registrations: [{ ParticipantStatusId: 7 }, { ParticipantStatusId: 7 }],
      Sponsors: [{ Status: 'Cancelled' }],
      Exhibitors: [{ Status: 'Cancelled' }],
    })
    const lines = order.Lines as { Total: number; Credited: number }[]
    // Two participants, the item, the sponsor and the exhibitor.
    expect(lines).toHaveLength(5)
    expect(lines.map(({ Credited }) => Credited)).toEqual(lines.map(({ Total }) => Total))
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([9, 9])
    expect(await bench.moneyOf(cart)).toEqual({
      open: 0,
      credited: price,
      captured: price,
      refunded: price,
      balance: 0,
    })
    await bench.balanced()
    const mails = (await bench.mails()).filter(({ subject }) => subject.startsWith('Cancelled: '))
    expect(mails.map(({ to }) => to.address)).toEqual(['ria@cancel.example', 'tom@cancel.example'])
    expect(mails.map(({ text }) => text.includes('Crest: '))).toEqual([true, false])
  })

  test('keeps the fee of each participant, and none of items, sponsors and exhibitors', async () => {
    const { id, cart, price } = await everything(RULES)
    const preview = await bodyOf(bench.onOrder(id, cart, 'cancel/preview'))
    // Halves of 8 * 2, 2500 and 500 with 8.25 percent of tax, and twice that of a participant.
    expect(preview).toMatchObject({ Price: price / 100, CreditAmount: 1719.86 })
  })

  test('is refused twice, for another tenant, without a credential and without the scope', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Uma'], INVOICE)
    const order = await bench.orderOf(cart)
    const url = `/api/events/${id}/orders/${order.id}/cancel`
    for (const path of [url, `${url}/preview`]) {
      expect(await refusal(bench.theirs.post(path, { AuditId: 1 }))).toEqual([404, 'not-found'])
      const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
      expect(await refusal(reader.post(path, { AuditId: 1 }))).toEqual([403, 'insufficient-scope'])
      expect((await bench.server.app.inject({ method: 'POST', url: path, payload: {} })).statusCode).toBe(401)
      expect(await refusal(bench.mine.post(path, { RefundPercent: 101 }))).toEqual([400, '/RefundPercent'])
      expect(await refusal(bench.mine.post(path, { AuditId: 1, RefundAmount: 101 }))).toEqual([422, '/RefundAmount'])
    }
    expect(await refusal(bench.mine.post(url, { AuditId: 2 }))).toEqual([409, 'stale-audit-id'])
    await bodyOf(bench.mine.post(url, { AuditId: 1 }))
    expect(await refusal(bench.mine.post(url, { AuditId: 2 }))).toEqual([409, 'order-state'])
    expect(await refusal(bench.mine.post(`${url}/preview`, {}))).toEqual([409, 'order-state'])
  })
})

describe('POST /api/events/{eventId}/orders/{orderId}/cancel/preview (previewOrderCancellation)', () => {
  test('names what is cancelled, without what has taken place', async () => {
    const { id, full } = await bench.congress()
    const cart = await bench.register(id, full, ['Viv', 'Wes'], INVOICE)
    const [attended] = await bench.registrationsOf(cart)
    const where = { tenantId: bench.mine.tenant.id, id: attended?.id ?? 0 }
    await bench.server.database.system.eventRegistration.updateMany({ where, data: { statusId: 2 } })
    expect(await bodyOf(bench.onOrder(id, cart, 'cancel/preview', { RefundPercent: 100 }))).toMatchObject({
      RegistrationIds: [cart.Registrations[1]?.RegistrationId],
      Price: FULL / 100,
    })
    expect(await bench.orderOf(cart)).toMatchObject({ cancelledAt: null })
  })
})

describe('money of a rejected registration', () => {
  test('is returned in full, and the mail reports it to the payer only', async () => {
    const { id, full } = await bench.congress({ RequiresApproval: true })
    const cart = await bench.register(id, full, ['Xan', 'Yan'])
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([4, 4])
    await bodyOf(bench.onRegistration(id, cart, 0, 'reject'))
    expect(await bench.statesOf(cart)).toEqual([12, 4])
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([12, 4])
    expect(await bench.moneyOf(cart)).toEqual({
      open: 0,
      credited: FULL,
      captured: 2 * FULL,
      refunded: FULL,
      balance: 0,
    })
    await bench.balanced()
    const rejections = async () => {
      const mails = (await bench.mails()).filter(({ subject }) => subject.startsWith('Not confirmed: '))
      return mails.map(({ to, text }) => [to.address, text.includes('credited $97.43'), text.includes('return $97.43')])
    }
    expect(await rejections()).toEqual([['xan@cancel.example', true, true]])
    await bodyOf(bench.onRegistration(id, cart, 1, 'reject'))
    expect(await rejections()).toEqual([
      ['xan@cancel.example', true, true],
      ['yan@cancel.example', false, false],
    ])
  })
})
