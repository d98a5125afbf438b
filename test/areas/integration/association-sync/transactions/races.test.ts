import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type AssociationApi, associationApi } from '#test/support/integration/association'

let server: TestApp
let api: AssociationApi
beforeAll(async () => {
  server = await buildTestApp()
  api = associationApi(await server.tenant())
})
afterAll(() => server.close())

describe('POST /api/assoc/person/upsert (upsertAssociationPerson) at the same time', () => {
  it('creates one contact for one number, with the fields of all transactions', async () => {
    const fields = [{ Email: 'a@example.org' }, { Fax: '+12024561111' }, { OU: 'North' }, { FederalID: '01-1' }]
    const sent = fields.map((one) => api.person({ NationalID: 71, LastName: 'Race', ...one }))
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await api.contact(71)).toMatchObject(Object.assign({}, ...fields))
    const where = { tenantId: api.caller.tenant.id, nationalId: 71 }
    expect(await server.database.system.contact.count({ where })).toBe(1)
  })

  it('applies a repeated transaction once', async () => {
    const repeated = { NationalID: 72, LastName: 'Once', TransactionId: 'once', OccurredDate: '2026-11-21T10:00:00Z' }
    await Promise.all([api.person(repeated), api.person(repeated), api.person(repeated)])
    const { PlatformID } = await api.contact(72)
    const { AuditId } = await api.good(api.caller.get(`/api/contacts/person/${PlatformID}`))
    expect(AuditId).toBe(1)
  })

  it('connects a person and a parent that arrive together', async () => {
    for (const round of [80, 82, 84, 86]) {
      const child = api.person({ NationalID: round, LastName: 'Child', ParentNationalId: round + 1 })
      const parent = api.organization({ NationalID: round + 1, Name: `Parent ${round}` })
      expect((await Promise.all([child, parent])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect(await api.contact(round)).toMatchObject({ ParentNationalId: round + 1 })
    }
  })
})
