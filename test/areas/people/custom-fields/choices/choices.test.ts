import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const ROOT = '/api/customfields'
let made = 0
const newPerson = (CustomFields: object[]) =>
  bench.mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron', forceSave: true, CustomFields })

const fieldOfTwo = async (goneIsDefault: boolean) => {
  const SelectListItems = [{ Name: 'Keep' }, { Name: 'Go', IsDefault: goneIsDefault }]
  const sent = { ObjectTypeId: '2', DisplayName: `Field ${++made}`, CustomFieldDataTypeId: '13', SelectListItems }
  const id = (await bench.mine.post(`${ROOT}/0`, sent)).json().CustomFieldId as number
  const [keep, go] = (await bench.mine.get(`${ROOT}/${id}`)).json().SelectListItems as { Id: number }[]
  return { id, keep, go, drop: () => bench.mine.post(`${ROOT}/${id}`, { AuditId: 1, SelectListItems: [keep] }) }
}
const forget = async (id: number) => {
  const { AuditId } = (await bench.mine.get(`${ROOT}/${id}`)).json()
  await bench.mine.delete(`${ROOT}/${id}/${AuditId}?forcesave=true`)
}

describe('POST /api/customfields/{customfieldid} (saveCustomField): concurrent requests', () => {
  test('either removes a choice or creates a contact with it', async () => {
    for (let round = 0; round < 12; round++) {
      const { id, go, drop } = await fieldOfTwo(false)
      const [used, dropped] = await Promise.all([newPerson([{ CustomFieldId: id, Value: String(go?.Id) }]), drop()])
      expect([used.statusCode, dropped.statusCode], used.body + dropped.body).toEqual(
        used.statusCode === 200 ? [200, 409] : [422, 200],
      )
      await forget(id)
    }
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson): concurrent requests', () => {
  test('creates contacts while a default choice is removed', async () => {
    for (let round = 0; round < 12; round++) {
      const { id, go, drop } = await fieldOfTwo(true)
      const [made, dropped] = await Promise.all([newPerson([]), drop()])
      expect(made.statusCode, made.body).toBe(200)
      const url = `${ROOT}/gettenantcustomfield/${id}?contactid=${made.json().ContactId}`
      expect((await bench.mine.get(url)).json().Value).toBe(dropped.statusCode === 200 ? null : String(go?.Id))
      await forget(id)
    }
  })
})
