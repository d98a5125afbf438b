import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

interface Saved {
  ContactId: number
  AuditId: number
  CustomFields: { Name: string; DisplayValue: string | null }[]
}

const post = (id: number, body: object) => mine.post(`/api/contacts/person/${id}`, { forceSave: true, ...body })
const again = async ({ ContactId }: Saved) => (await mine.get(`/api/contacts/person/${ContactId}`)).json<Saved>()

describe('POST /api/contacts/person/{contactId} (savePerson): values that name a deleted group', () => {
  test('keep the name of the group, and stay when another group is added', async () => {
    const { system } = server.database
    const tenantId = mine.tenant.id
    const data = { name: 'Circles', dataTypeId: DATA_TYPE.multiSelect, externalDataSource: 'groups' }
    await addField(server.database, tenantId, data)
    const [choir, band] = [
      await system.group.create({ data: { tenantId, name: 'Choir' } }),
      await system.group.create({ data: { tenantId, name: 'Band' } }),
    ]
    const only = [{ Name: 'Circles', Value: `[${choir.id}]` }]
    const saved = (await post(0, { LastName: 'Singer', CustomFields: only })).json<Saved>()
    expect((await mine.delete(`/api/groups/${choir.id}`)).statusCode).toBe(200)
    const displayed = async () =>
      (await again(saved)).CustomFields.find(({ Name }) => Name === 'Circles')
        ?.DisplayValue?.split('; ')
        .sort()
    expect(await displayed()).toEqual(['Choir'])

    const { AuditId } = await again(saved)
    const both = [{ Name: 'Circles', Value: `[${choir.id}, ${band.id}]` }]
    const body = { AuditId, LastName: 'Singer', CustomFields: both }
    expect((await post(saved.ContactId, body)).statusCode).toBe(200)
    expect(await displayed()).toEqual(['Band', 'Choir'])
    expect((await post(0, { LastName: 'Late', CustomFields: both })).json().errors).toMatchObject([
      { message: expect.stringContaining('does not reference an existing record') },
    ])
  })
})
