import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const url = (id: number) => `/api/finance/contacts/${id}/billing`

describe('POST /api/finance/contacts/{contactId}/billing (saveContactBilling)', () => {
  test('changes one field and keeps the other, by version', async () => {
    const id = await bench.person()
    const first = await bench.good('saveContactBilling', bench.mine.post(url(id), { IsTaxExempt: true }))
    expect([first.body, first.version]).toEqual([{ AuditId: 1, IsTaxExempt: true, BillWithParent: false }, 1])
    const next = (await bench.mine.post(url(id), { AuditId: 1, BillWithParent: true })).json()
    expect(next).toEqual({ AuditId: 2, IsTaxExempt: true, BillWithParent: true })
    expect(await refusal(bench.mine.post(url(id), { AuditId: 1, IsTaxExempt: false }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(url(id), { IsTaxExempt: false }))).toEqual([409, 'stale-audit-id'])
    const stale = await bench.mine.post(url(id), { AuditId: 0, IsTaxExempt: false })
    expect(stale.json().detail).toBe('The record has changed since it was read. Its AuditId is now 2.')
    expect((await bench.mine.get(url(id))).json()).toEqual(next)
    const where = { tenantId: bench.mine.tenant.id, entity: 'contactbilling', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['contactbilling.updated', 1],
      ['contactbilling.updated', 2],
    ])
  })

  test('is kept by one of two simultaneous first changes', async () => {
    const id = await bench.person()
    const answers = await Promise.all([
      bench.mine.post(url(id), { AuditId: 0, IsTaxExempt: true }),
      bench.mine.post(url(id), { AuditId: 0, BillWithParent: true }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('GET /api/finance/contacts/{contactId}/billing (getContactBilling)', () => {
  test('returns the default values before the first change, and 404 for a contact of another tenant', async () => {
    const id = await bench.organization()
    const { body } = await bench.good('getContactBilling', bench.mine.get(url(id)))
    expect(body).toEqual({ AuditId: 0, IsTaxExempt: false, BillWithParent: false })
    expect(await refusal(bench.theirs.get(url(id)))).toEqual([404, 'not-found'])
  })

  test('returns the settings of the loser after a merge if the winner had none', async () => {
    const winner = await bench.person()
    const loser = await bench.person()
    await bench.mine.post(url(loser), { IsTaxExempt: true })
    const versions = { WinnerAuditId: await bench.version(winner), LoserAuditId: await bench.version(loser) }
    const pair = { WinnerContactId: winner, LoserContactId: loser }
    expect((await bench.mine.post('/api/contacts/merge', { ...pair, ...versions })).statusCode).toBe(200)
    expect((await bench.mine.get(url(winner))).json()).toMatchObject({ IsTaxExempt: true })
    expect((await bench.mine.get(url(loser))).json()).toMatchObject({ IsTaxExempt: true })
  })
})
