import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChangesBench, openChanges } from '#test/support/events/order-changes'

let bench: ChangesBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openChanges(() => now)
})
afterAll(() => bench.server.close())

const SAM = { FirstName: 'Sam', LastName: 'Ruiz', EmailAddress: 'sam.ruiz@rename.example' }

describe('POST /api/public/events/renameorder/{id} (renamePayerRegistration)', () => {
  test('transfers a registration to another person, at the same price, and mails both', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event)
    const money = await bench.moneyOf(cart)
    expect((await bench.rename(event.id, { OrderKey, RegistrationId: ids[1], ...SAM })).json()).toEqual({})
    const { id: orderId } = await bench.orderOf(cart)
    const where = { tenantId: bench.mine.tenant.id, orderId }
    const rows = await bench.server.database.system.eventRegistration.findMany({ where })
    expect(rows.map(({ statusId, firstName, lastName }) => [statusId, firstName, lastName])).toEqual(
      expect.arrayContaining([
        [15, 'Sam', 'Reyes'],
        [1, 'Sam', 'Ruiz'],
      ]),
    )
    const taker = rows.find(({ lastName }) => lastName === 'Ruiz')
    expect([taker?.transferredFromId, taker?.emailAddress]).toEqual([ids[1], SAM.EmailAddress])
    expect(await bench.moneyOf(cart)).toEqual(money)
    expect((await bench.mails()).map(({ to }) => to.address)).toContain(SAM.EmailAddress)
    expect((await bench.rename(event.id, { OrderKey, RegistrationId: ids[1], ...SAM })).statusCode).toBe(409)
  })

  test('corrects the name of the same person without a new registration', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event, ['Nils'])
    const name = {
      FirstName: 'Nils',
      LastName: 'Reyes',
      EmailAddress: 'nils@cancel.example',
      OrganizationName: 'Dock 9',
    }
    expect((await bench.rename(event.id, { OrderKey, RegistrationId: ids[0], ...name })).statusCode).toBe(200)
    const [row, ...others] = await bench.registrationsOf(cart)
    expect([row?.id, row?.statusId, row?.organizationName, others]).toEqual([ids[0], 1, 'Dock 9', []])
  })

  test('is refused for another key, event, tenant or registration, without a name, and after registration has closed', async () => {
    const event = await bench.goldCongress({ RegistrationCloses: '2030-04-15T00:00:00Z' })
    const { ids, OrderKey } = await bench.ordered(event, ['Ines'])
    const other = await bench.ordered(event, ['Olof'])
    const sent = { OrderKey, RegistrationId: ids[0], ...SAM }
    const status = async (id: number, more: object = {}) => (await bench.rename(id, { ...sent, ...more })).statusCode
    expect(await status(event.id, { OrderKey: 'x'.repeat(32) })).toBe(404)
    expect(await status(event.id, { RegistrationId: other.ids[0] })).toBe(404)
    expect(await status((await bench.goldCongress()).id)).toBe(404)
    expect(await status(event.id, { FirstName: ' ' })).toBe(422)
    expect(await status(event.id, { EmailAddress: 'no address' })).toBe(422)
    expect(await status(event.id, { FirstName: null })).toBe(400)
    const url = `/api/public/events/renameorder/${event.id}`
    const headers = { 'x-tenant-key': bench.theirs.tenant.key }
    expect((await bench.server.app.inject({ method: 'POST', url, headers, payload: sent })).statusCode).toBe(404)
    const wrong = { authorization: 'ApiKey wrong' }
    expect((await bench.server.app.inject({ method: 'POST', url, headers: wrong, payload: sent })).statusCode).toBe(401)
    now = new Date('2030-04-15T00:00:01Z')
    expect(await status(event.id)).toBe(409)
    now = new Date('2030-03-01T12:00:00Z')
  })
})
