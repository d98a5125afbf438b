import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endGrant, grantBenefits } from '#areas/commerce/benefit-ledger/grants/grants.service'
import { findRemaining, reverseUse, useBenefit } from '#areas/commerce/benefit-ledger/usage/usage.service'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'

let bench: BenefitsBench
beforeAll(async () => {
  bench = await openBenefits('2025-01-15')
})
afterAll(() => bench.server.close())

const within = async <T>(work: (scope: Scope, tx: Transaction) => Promise<T>): Promise<T> => {
  const { database, app } = bench.server
  const context = { database, clock: { now: bench.now }, log: app.log }
  const scope = await systemScope(context, bench.caller.tenant.id)
  return scope.db.transaction((tx) => work(scope, tx))
}

let sources = 0

/** A contact that a sponsorship grants 10 pieces until the end of the year. */
const sponsor = async () => {
  bench.setDay('2025-01-15')
  const contactId = await bench.person()
  const itemId = await bench.item()
  const source = { kind: 'sponsor' as const, id: ++sources }
  const grant = { contactId, packageId: await bench.package([[itemId, 10]]), source }
  const give = (through: string) =>
    within((scope, tx) => grantBenefits(scope, tx, { ...grant, from: '2025-01-15', through }))
  await give('2025-12-31')
  return { contactId, itemId, source, give, ledger: () => bench.ledger(contactId, itemId) }
}

const order = (id: number) => ({ kind: 'order-line', id })

describe('the functions of the ledger for other areas', () => {
  test('grant a package once for a source, and follow its days', async () => {
    const { give, ledger } = await sponsor()
    await give('2025-12-31')
    expect(await ledger()).toEqual(['Granted 10'])
    await give('2025-06-30')
    bench.setDay('2025-07-01')
    await bench.runDay()
    expect(await ledger()).toEqual(['Granted 10', 'Expired -10'])
  })

  test('end a grant: its unused pieces are taken back, or expire', async () => {
    const declined = await sponsor()
    await bench.use(declined.contactId, declined.itemId, 3)
    for (const _ of [1, 2]) await within((scope, tx) => endGrant(scope, tx, declined.source, true))
    expect(await declined.ledger()).toEqual(['Granted 10', 'Used -3', 'Reversed -7'])
    const ended = await sponsor()
    await within((scope, tx) => endGrant(scope, tx, ended.source, false))
    expect(await ended.ledger()).toEqual(['Granted 10', 'Expired -10'])
  })

  test('use a benefit once for a key, and take the usage back', async () => {
    const { contactId, itemId, ledger } = await sponsor()
    const line = order(++sources)
    const use = (key: string, quantity: number) =>
      within((scope, tx) => useBenefit(scope, tx, { contactId, itemId, quantity, source: line, key }))
    for (const _ of [1, 2]) expect(await use('order-1', 4)).toBe(contactId)
    const remaining = await within((scope, tx) => findRemaining(scope, tx, contactId, [itemId]))
    expect(remaining.get(itemId)?.usable).toBe(6)
    await expect(use('order-2', 7)).rejects.toMatchObject({ code: 'benefit-used-up' })
    expect(await within((scope, tx) => reverseUse(scope, tx, line, 1))).toBe(1)
    expect(await within((scope, tx) => reverseUse(scope, tx, line))).toBe(3)
    expect(await within((scope, tx) => reverseUse(scope, tx, line))).toBe(0)
    expect(await ledger()).toEqual(['Granted 10', 'Used -4', 'Reversed 1', 'Reversed 3'])
  })

  test('reject a contact that does not exist', async () => {
    const itemId = await bench.item()
    const use = { contactId: 2_000_000_000, itemId, quantity: 1, source: order(++sources), key: 'nobody' }
    await expect(within((scope, tx) => useBenefit(scope, tx, use))).rejects.toMatchObject({ status: 404 })
  })
})
