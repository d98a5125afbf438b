import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CANCEL_EVENT,
  cancelOrdersOfEvent,
} from '#areas/events/registrations/event-cancellation/event-cancellations.service'
import { CARD, type CancellationsBench, FULL, INVOICE, openCancellations } from '#test/support/events/cancellations'
import type { KilledCancellation } from '#test/support/events/event-cancellation-process'
import { systemOf } from '#test/support/events/event-carts'
import { killedProgram } from '#test/support/killed/killed-program'
import { refusal } from '#test/support/people/contact-parts'

let bench: CancellationsBench
const now = () => new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(now)
})
afterAll(() => bench.server.close())

const cancel = (id: number, body: object = {}) => bench.mine.post(`/api/events/${id}/cancel`, { AuditId: 2, ...body })
const progress = async (id: number) =>
  (await bench.good('getEventCancellation', bench.mine.get(`/api/events/${id}/cancellation`))).body

describe('POST /api/events/{eventId}/cancel (cancelEvent)', () => {
  test('cancels each order, returns its whole price, and mails payers and participants', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['Card', 'Invoice'] })
    const paid = await bench.register(id, full, ['Noor', 'Sam'])
    const open = await bench.register(id, full, ['Kim'], INVOICE)
    await bench.settle()
    await bench.mails()
    const { body } = await bench.good('cancelEvent', cancel(id, { Reason: 'The hall is closed.' }))
    expect(body).toMatchObject({ Status: 'Running', OrderCount: 2, CancelledCount: 0, FinishedDate: null })
    expect(await refusal(cancel(id, { AuditId: 3 }))).toEqual([409, 'event-state'])
    expect(await bench.read(id)).toMatchObject({ Status: 'Cancelled', AuditId: 3 })
    expect((await bench.environment(`${id}`)).Data?.Event).toMatchObject({ ClosedReason: 'Cancelled' })
    await bench.work(CANCEL_EVENT)
    expect([await bench.statesOf(paid), await bench.statesOf(open)]).toEqual([[7, 7], [9]])
    await bench.settle()
    expect(await bench.statesOf(paid)).toEqual([9, 9])
    expect(await bench.moneyOf(paid)).toMatchObject({ credited: 2 * FULL, refunded: 2 * FULL, balance: 0 })
    expect(await bench.moneyOf(open)).toMatchObject({ open: 0, credited: FULL, balance: 0 })
    expect(await progress(id)).toMatchObject({ Status: 'Completed', CancelledCount: 2, FaultCount: 0, Faults: [] })
    await bench.balanced()
    const mails = await bench.mails()
    expect(mails.map(({ to }) => to.address)).toEqual(['kim', 'noor', 'sam'].map((name) => `${name}@cancel.example`))
    expect(mails[1]?.subject).toMatch(/ is cancelled$/)
    expect(mails[1]?.text).toContain('The hall is closed.')
    expect(mails[1]?.text).toContain('$194.86')
    expect(String(mails[0]?.attachments?.[0]?.content)).toContain('STATUS:CANCELLED')
    expect(await refusal(bench.save(id, { AuditId: 3, Status: 'Published' }))).toEqual([422, '/Status'])
  })

  test('continues after its process was killed repeatedly, and does everything once', {
    timeout: 120_000,
  }, async () => {
    const { id, full } = await bench.congress()
    const carts = []
    for (const name of ['Ana', 'Ben', 'Cem']) carts.push(await bench.register(id, full, [name]))
    await bench.settle()
    await bench.mails()
    await bench.good('cancelEvent', cancel(id))
    const program = killedProgram<KilledCancellation>(
      'test/support/events/event-cancellation-process.ts',
      bench.server.url,
    )
    const counts: unknown[] = []
    // In the first order, and twice in the order after the first that is left.
    for (const statement of [10, 110, 110]) {
      const request = { tenantId: bench.mine.tenant.id, eventId: id, now: now().toISOString(), isSent: true, statement }
      expect(await program.run(request)).toBe(false)
      const { Status, CancelledCount } = await progress(id)
      expect(Status).toBe('Running')
      counts.push(CancelledCount)
    }
    expect(counts).toEqual([0, 1, 2])
    await bench.work(CANCEL_EVENT)
    await cancelOrdersOfEvent(await systemOf(bench, now), id)
    await bench.settle()
    for (const cart of carts)
      expect(await bench.moneyOf(cart)).toMatchObject({ refunded: FULL, credited: FULL, balance: 0 })
    expect(await progress(id)).toMatchObject({ Status: 'Completed', CancelledCount: 3 })
    expect((await bench.mails()).map(({ to }) => to.address)).toEqual(
      ['ana', 'ben', 'cem'].map((name) => `${name}@cancel.example`),
    )
    await bench.balanced()
  })

  test('cancels the sponsors that staff entered', async () => {
    const { id, parts } = await bench.congress()
    const SponsorshipTierId = parts.SponsorshipTiers[0]?.SponsorshipTierId
    const path = (sponsor: unknown, verb = '') => `/api/events/${id}/sponsors/${sponsor}${verb}`
    const enter = async (SponsorName: string) =>
      (await bench.mine.post(path(0), { SponsorshipTierId, SponsorName })).json().EventSponsorId
    const dawn = await enter('Dawn')
    await bench.good('declineEventSponsor', bench.mine.post(path(dawn, '/decline'), { AuditId: 1 }))
    const crest = await enter('Crest')
    await bench.good('cancelEvent', cancel(id))
    await bench.work(CANCEL_EVENT)
    const read = async (sponsor: unknown) => (await bench.mine.get(path(sponsor))).json()
    expect(await read(crest)).toMatchObject({ Status: 'Cancelled', AuditId: 2, Actions: [] })
    expect(await read(dawn)).toMatchObject({ Status: 'Declined', AuditId: 2 })
    expect(await progress(id)).toMatchObject({ Status: 'Completed', OrderCount: 0 })
  })

  test('reports orders that it cannot cancel, and tries them again', async () => {
    const { id, full } = await bench.congress({ PaymentKinds: ['BankDebit'] })
    const debit = { PaymentKind: 'BankDebit', PaymentToken: 'tok_visa' }
    await bench.register(id, full, ['Bea'], debit)
    await bench.settle()
    const cart = await bench.register(id, full, ['Cat'], debit)
    await bench.good('cancelEvent', cancel(id))
    await bench.work(CANCEL_EVENT)
    expect(await progress(id)).toMatchObject({
      Status: 'CompletedWithFaults',
      FaultCount: 1,
      OrderCount: 2,
      CancelledCount: 1,
      Faults: [{ OrderId: (await bench.orderOf(cart)).id, Message: expect.stringContaining('not known yet') }],
    })
    await bench.settle()
    expect((await bench.read(id)).Actions).toContain('cancel')
    await bench.good('cancelEvent', cancel(id, { AuditId: 3 }))
    await bench.work(CANCEL_EVENT)
    await bench.settle()
    const done = { Status: 'Completed', OrderCount: 2, CancelledCount: 2, FaultCount: 0 }
    expect(await progress(id)).toMatchObject(done)
    expect((await bench.read(id)).Actions).not.toContain('cancel')
    await bench.good('cancelEvent', cancel(id, { AuditId: 3 }))
    await bench.work(CANCEL_EVENT)
    expect(await progress(id)).toMatchObject(done)
    expect(await bench.statesOf(cart)).toEqual([9])
    expect(await bench.moneyOf(cart)).toMatchObject({ refunded: FULL, balance: 0 })
  })

  test('is refused for drafts, other tenants, old versions and callers without the scopes', async () => {
    const { EventId } = await bench.event()
    expect(await refusal(cancel(Number(EventId), { AuditId: 1 }))).toEqual([409, 'event-state'])
    const { id, full } = await bench.congress()
    await bench.register(id, full, ['Dee'], CARD)
    expect(await refusal(cancel(id, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(cancel(id, { Reason: 'x'.repeat(501) }))).toEqual([400, '/Reason'])
    const url = `/api/events/${id}/cancel`
    expect(await refusal(bench.theirs.post(url, { AuditId: 2 }))).toEqual([404, 'not-found'])
    for (const scopes of [
      ['events:read'],
      ['events:read', 'events:write'],
      ['events:write', 'event-registrations:write'],
    ]) {
      const caller = await bench.server.caller(bench.mine.tenant, scopes)
      expect(await refusal(caller.post(url, { AuditId: 2 }))).toEqual([403, 'insufficient-scope'])
    }
    expect((await bench.server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401)
  })
})

describe('GET /api/events/{eventId}/cancellation (getEventCancellation)', () => {
  test('is 404 without a cancellation and for another tenant', async () => {
    const { id } = await bench.congress()
    const url = `/api/events/${id}/cancellation`
    expect(await refusal(bench.mine.get(url))).toEqual([404, 'not-found'])
    await bench.good('cancelEvent', cancel(id))
    await bench.work(CANCEL_EVENT)
    expect(await progress(id)).toMatchObject({ EventId: id, OrderCount: 0, Status: 'Completed' })
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
    const other = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    expect(await refusal(other.get(url))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ url })).statusCode).toBe(401)
  })
})
