import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CancellationsBench, openCancellations, RULES } from '#test/support/events/cancellations'

let bench: CancellationsBench
beforeAll(async () => {
  bench = await openCancellations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

test('the history of a registration lists its status before and after a cancellation and the refund', async () => {
  const { id, full } = await bench.congress(RULES)
  const cart = await bench.register(id, full, ['Noor', 'Sam'])
  await bench.settle()
  await bench.good('cancelEventRegistration', bench.onRegistration(id, cart, 1, 'cancel', { Reason: 'Illness' }))
  await bench.settle()
  const entityId = cart.Registrations[1]?.RegistrationId ?? 0
  const entries = await bench.server.database.system.auditEntry.findMany({
    where: { tenantId: bench.mine.tenant.id, entity: 'eventregistration', entityId, action: 'updated' },
    orderBy: { id: 'asc' },
  })
  expect(entries.map(({ changes }) => changes)).toMatchObject([
    { ParticipantStatusId: { old: 1, new: 7 } },
    { ParticipantStatusId: { old: 7, new: 9 } },
  ])
})
