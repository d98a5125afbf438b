import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suppressionList } from '#areas/work/mail/suppressions/suppressions.listing'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const add = (body: Json) => bench.mine.post('/api/mail/suppressions', body)
const listed = async (query = ''): Promise<Json[]> => {
  const { body } = await bench.good('listMailSuppressions', bench.mine.get(`/api/mail/suppressions${query}`))
  return (body as unknown as { Results: Json[] }).Results
}

describe('POST /api/mail/suppressions (addMailSuppression)', () => {
  test('adds a suppression once, with its address normalized', async () => {
    const first = await bench.good('addMailSuppression', add({ Address: ' Eve@BÜCHER.example ' }))
    expect(first.body).toMatchObject({ Address: 'eve@xn--bcher-kva.example', Category: null, Reason: 'staff' })
    expect((await add({ Address: 'eve@bücher.example', Reason: 'bounced' })).json()).toEqual(first.body)
    expect(await listed("?$filter=Address eq 'eve@xn--bcher-kva.example'")).toEqual([first.body])
  })

  test('rejects invalid addresses and categories, and a missing scope', async () => {
    expect(await refusal(add({ Address: 'nobody' }))).toEqual([400, '/Address'])
    expect(await refusal(add({ Address: 'a@x.example\r\nb' }))).toEqual([400, '/Address'])
    expect(await refusal(add({}))).toEqual([400, '/Address'])
    expect(await refusal(add({ Address: 'a@x.example', Category: 'No Words!' }))).toEqual([400, '/Category'])
    const reader = await bench.server.caller(bench.mine.tenant, ['mail:read'])
    expect(await refusal(reader.post('/api/mail/suppressions', { Address: 'a@x.example' }))).toEqual([
      403,
      'insufficient-scope',
    ])
  })
})

describe('GET /api/mail/suppressions (listMailSuppressions)', () => {
  test('lists suppressions newest first, filtered by address and category', async () => {
    const all = await add({ Address: 'fay@x.example' })
    const one = await add({ Address: 'fay@x.example', Category: 'news', Reason: 'unsubscribed' })
    expect(await listed("?$filter=Address eq 'fay@x.example'")).toEqual([one.json(), all.json()])
    expect(await listed("?$filter=Category eq 'news'")).toEqual([one.json()])
  })

  test('filters and orders by the values that rows show', async () => {
    const caller = await bench.server.tenant()
    for (const [at, category] of ['news', '*', 'alerts'].entries())
      await bench.server.database.system.mailSuppression.create({
        data: {
          tenantId: caller.tenant.id,
          addressKey: `a${(at + 1) % 3}@x.example`,
          category,
          reason: at ? 'staff' : 'bounced',
          createdAt: new Date(`2025-01-0${3 - at}T10:00:00Z`),
        },
      })
    await expectFieldsAgree(caller, '/api/mail/suppressions', suppressionList.listing, 'SuppressionId gt 0')
  })
})

describe('DELETE /api/mail/suppressions/{suppressionId} (deleteMailSuppression)', () => {
  test('deletes the suppression once, with an event, and returns 404 to another tenant', async () => {
    const entityId: number = (await add({ Address: 'gil@x.example' })).json().SuppressionId
    const at = `/api/mail/suppressions/${entityId}`
    expect(await refusal(bench.theirs.delete(at))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(at)).json()).toEqual({})
    expect(await refusal(bench.mine.delete(at))).toEqual([404, 'not-found'])
    expect(await listed("?$filter=Address eq 'gil@x.example'")).toEqual([])
    const where = { tenantId: bench.mine.tenant.id, entity: 'mail-suppression', entityId }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind }) => kind)).toEqual(['mail.suppressed', 'mail.unsuppressed'])
  })
})
