import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { drawIdsAfter } from '#test/support/database/own-ids'
import { PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type OpenedSubmissions, openSubmissions } from '#test/support/events/submitted-registrations'
import { runJobs } from '#test/support/jobs/run-jobs'
import { refusal } from '#test/support/people/contact-parts'
import { withAdmin } from '#test/support/server/test-server'

const LAST = 5_000_000_000
const NOW = new Date('2030-03-01T12:00:00Z')

let bench: RegistrationsBench & OpenedSubmissions
beforeAll(async () => {
  bench = await openSubmissions(() => NOW)
  const tables = ['event_order', 'processor_charge']
  await withAdmin(bench.server.url, (owner) => drawIdsAfter(owner, bench.mine.tenant.id, tables, LAST))
})
afterAll(() => bench.server.close())

const attendee = (type: unknown) =>
  person(type, { FirstName: 'Noor', LastName: 'Haddad', EmailAddress: 'noor@haddad.example' })

test('registers, pays, checks in and cancels with ids of orders and charges beyond 2^31', async () => {
  const { mine, server } = bench
  const { id, full, parts } = await bench.congress({ Capacity: 10 })
  const form = {
    BillingInfo: PAYER,
    Registrations: [attendee(full), attendee(full)],
    AdditionalPurchaseItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 2 }],
  }
  const cart = await bench.cart(id, form)
  expect(await bench.orderOf(cart)).toMatchObject({ id: LAST + 1, state: 'cart' })
  const rows = cart.Registrations.map(({ RegistrationId }) => ({ RegistrationId, ...attendee(full) }))
  const changed = await bench.cart(id, { ...form, CartKey: cart.CartKey, Registrations: rows })
  expect(changed.Registrations).toEqual(cart.Registrations)

  const paid = await bench.submit(id, changed, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
  expect(paid.Data).toMatchObject({ ConfirmationNumber: `E${id}-${LAST + 1}`, PaymentStatus: 'Paid' })
  await runJobs(server, SETTLE_EVENT_ORDER)
  expect(await bench.chargeStates(changed)).toEqual(['succeeded'])
  expect(await bench.orderOf(changed)).toMatchObject({ id: LAST + 1, chargeId: LAST + 1 })

  const orders = `/api/events/${id}/orders`
  const order = (await mine.get(`${orders}/${LAST + 1}`)).json()
  expect(order).toMatchObject({ OrderId: LAST + 1, Registrations: [{}, {}], Items: [{ Quantity: 2 }] })
  const filter = `Filter=OrderId eq ${LAST + 1}`
  expect((await mine.get(`${orders}?${filter}`)).json()).toMatchObject({
    TotalRecordAvailable: '1',
    Results: [{ OrderId: LAST + 1 }],
  })
  const registrations = `/api/events/${id}/registrations`
  expect((await mine.get(`${registrations}?${filter}`)).json()).toMatchObject({
    TotalRecordAvailable: '2',
    Results: [{ OrderId: LAST + 1 }, { OrderId: LAST + 1 }],
  })
  const [first] = cart.Registrations
  expect((await mine.get(`${registrations}/${first?.RegistrationId}`)).json()).toMatchObject({ OrderId: LAST + 1 })
  const found = await mine.post(`/api/events/${id}/checkin`, { Code: `E${id}-${LAST + 1}` })
  expect(found.statusCode, found.body).not.toBe(404)

  const cancel = { AuditId: order.AuditId }
  const cancelled = await mine.post(`${orders}/${LAST + 1}/cancel`, cancel)
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await runJobs(server, SETTLE_EVENT_ORDER)

  const { system } = server.database
  const where = { tenantId: mine.tenant.id, entity: 'eventorder', entityId: LAST + 1 }
  const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  expect(events.map(({ kind, entityId }) => [kind, entityId])).toContainEqual(['eventorder.submitted', LAST + 1])
})

test('GET /api/events/{eventId}/orders/{orderId} returns 404 for an id that no order has, and 400 from 2^53 on', async () => {
  const { id } = await bench.congress()
  const read = async (orderId: number | string) =>
    (await refusal(bench.mine.get(`/api/events/${id}/orders/${orderId}`)))[0]
  expect(await read(LAST + 1_000_000)).toBe(404)
  expect(await read(Number.MAX_SAFE_INTEGER)).toBe(404)
  expect(await read('9007199254740992')).toBe(400)
})
