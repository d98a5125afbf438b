import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL } from '#test/support/events/cancellations'
import { type ChangesBench, GOLD, openChanges } from '#test/support/events/order-changes'

let bench: ChangesBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openChanges(() => now)
})
afterAll(() => bench.server.close())

/** 600 and 8, with 8.25 percent of tax. */
const TABLE = 64950
const PARKING = 866

describe('POST /api/public/events/changeorder/{id} (changePayerOrder)', () => {
  test('returns by each of three charges what it collected, also if a ticket was changed twice', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event, ['Noor'])
    const exchange = async (key: string, id: number | undefined, type: unknown, more: object = {}) => {
      await bench.mails()
      const Registrations = [{ RegistrationId: id, EventRegistrationTypeId: type }]
      const changed = (await bench.change(event.id, { OrderKey: key, Registrations, ...more })).json()
      expect((await bench.payChange(event.id, changed)).Status).toBe(0)
      await bench.settle()
      return { changed, key: await bench.newestKey(), id: changed.Registrations[0].RegistrationId as number }
    }
    const [item] = event.parts.AdditionalItems
    const parking = { AdditionalPurchaseItems: [{ ItemId: item?.ItemId, Quantity: 1 }] }
    const second = await exchange(OrderKey, ids[0], event.gold, parking)
    const third = await exchange(second.key, second.id, event.table)
    await bench.onRegistration(event.id, third.changed, 0, 'cancel', { RefundPercent: 100 })
    await bench.settle()
    await bench.settle()
    expect(await bench.moneyOf(third.changed)).toMatchObject({ credited: TABLE, refunded: TABLE - GOLD, balance: 0 })
    const refunded = async () => {
      const all = [await bench.moneyOf(cart), await bench.moneyOf(second.changed), await bench.moneyOf(third.changed)]
      expect(all.map(({ open, balance }) => [open, balance])).toEqual(all.map(() => [0, 0]))
      return all.reduce((sum, money) => sum + money.refunded, 0)
    }
    expect(await refunded()).toBe(TABLE)
    // Only the item of the second order is left.
    await bench.onOrder(event.id, second.changed, 'cancel', { RefundPercent: 100 })
    await bench.settle()
    await bench.settle()
    expect(await refunded()).toBe(TABLE + PARKING)
    expect((await bench.moneyOf(cart)).refunded).toBe(FULL)
    await bench.balanced()
  })
})
