import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANCEL_EVENT } from '#areas/events/registrations/event-cancellation/event-cancellations.service'
import { type CancellationsBench, FULL, INVOICE, openCancellations } from '#test/support/events/cancellations'
import type { KilledCancellation } from '#test/support/events/event-cancellation-process'
import { type KilledProgram, killedProgram } from '#test/support/killed/killed-program'
import { proofSize } from '#test/support/runner/proof-size'

const KILLS = proofSize({ reduced: 4, full: 160 })
/** The job of an event with two orders takes at least this many statements. */
const STATEMENTS = 120

let bench: CancellationsBench
let program: KilledProgram<KilledCancellation>
const now = () => new Date('2030-03-01T12:00:00Z')

beforeAll(async () => {
  bench = await openCancellations(now, { own: true })
  program = killedProgram('test/support/events/event-cancellation-process.ts', bench.server.url)
}, 60_000)
afterAll(async () => {
  program.stop()
  await bench.server.close()
})

test('cancels each order of an event once, although the job is killed at any statement', {
  timeout: 3_000_000,
}, async () => {
  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const { id, full } = await bench.congress({ PaymentKinds: ['Card', 'Invoice'] })
    const paid = await bench.register(id, full, ['Noor', 'Sam'])
    const open = await bench.register(id, full, ['Kim'], INVOICE)
    await bench.settle()
    await bench.mails()
    expect((await bench.mine.post(`/api/events/${id}/cancel`, { AuditId: 2 })).statusCode).toBe(200)
    const request = { tenantId: bench.mine.tenant.id, eventId: id, now: now().toISOString(), isSent: kill % 2 === 0 }
    const statement = 1 + Math.floor((kill * STATEMENTS) / KILLS)
    if (!(await program.run({ ...request, statement }))) killed++
    expect(await program.run({ ...request, statement: null })).toBe(true)
    await bench.work(CANCEL_EVENT)
    await bench.settle()
    expect([await bench.statesOf(paid), await bench.statesOf(open)]).toEqual([[9, 9], [9]])
    expect(await bench.moneyOf(paid)).toMatchObject({ open: 0, credited: 2 * FULL, refunded: 2 * FULL, balance: 0 })
    expect(await bench.moneyOf(open)).toMatchObject({ open: 0, credited: FULL, balance: 0 })
    const cancellation = await bench.mine.get(`/api/events/${id}/cancellation`)
    expect(cancellation.json()).toMatchObject({ Status: 'Completed', CancelledCount: 2, FaultCount: 0 })
    expect((await bench.mails()).map(({ to }) => to.address)).toEqual(
      ['kim', 'noor', 'sam'].map((name) => `${name}@cancel.example`),
    )
  }
  expect(killed).toBeGreaterThan(KILLS / 2)
  await bench.balanced()
})
