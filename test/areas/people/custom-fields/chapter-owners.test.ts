import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let chapters: TwoChapters
beforeAll(async () => {
  chapters = await openTwoChapters()
})
afterAll(() => chapters.server.close())

const ROOT = '/api/customfields'
const switchOn = async () => {
  const { admin, save } = chapters
  const offered = (await admin.get(`${ROOT}/editioncustomfields`)).json().CustomFieldSettings
  const { CustomFieldId } = offered.find(({ Name }: { Name: string }) => Name === 'LicenseNumber')
  await save(admin, `${ROOT}/editioncustomfields`, { CustomFieldSettings: [{ CustomFieldId, IsEnabled: true }] })
  return CustomFieldId as number
}

describe('POST /api/customfields/{customfieldid} (saveCustomField)', () => {
  test('lets owners of chapters read definitions and rejects their changes', async () => {
    const { owner, admin, save } = chapters
    const body = { ObjectTypeId: '2', DisplayName: 'Size', CustomFieldDataTypeId: '1' }
    const { CustomFieldId: id } = await save(admin, `${ROOT}/0`, body)
    for (const url of ['', `/${id}`, '/edition', '/editioncustomfields', '/groups/lookup', '/form/0/sections/lookup'])
      expect((await owner.get(ROOT + url)).statusCode, url).toBe(200)
    const changes = [
      '/0',
      `/${id}`,
      '/directorylisting/0',
      `/directorylisting/${id}`,
      '/editioncustomfields',
      '/groups/0',
    ]
    for (const url of changes) expect((await owner.post(ROOT + url, body)).statusCode, url).toBe(403)
    for (const url of [`/${id}/1?forcesave=true`, '/groups/1'])
      expect((await owner.delete(ROOT + url)).statusCode, url).toBe(403)
  })
})

describe('POST /api/contacts/person/{contactId} (savePerson)', () => {
  test('isolates the values of edition fields by chapter, as those of other fields', async () => {
    const { owner, admin, ids, rowOf, save, names } = chapters
    const field = await switchOn()
    const give = async (by: typeof admin | typeof owner, contactId: number, Value: string) =>
      by.post(`/api/contacts/person/${contactId}`, {
        AuditId: (await rowOf(contactId)).auditId,
        forceSave: true,
        CustomFields: [{ CustomFieldId: field, Value }],
      })
    for (const id of [ids.ann, ids.eve]) expect((await give(admin, id, 'L-1')).statusCode).toBe(200)
    const value = (id: number) => owner.get(`${ROOT}/gettenantcustomfield/${field}?contactid=${id}`)
    expect((await value(ids.ann)).json().Value).toBe('L-1')
    expect((await value(ids.eve)).statusCode).toBe(404)
    const query = `$filter=${encodeURIComponent("CustomFields.LicenseNumber eq 'L-1'")}`
    expect([await names(owner, query), (await names(admin, query)).length]).toEqual([['Ann North'], 2])
    expect((await give(owner, ids.ann, 'L-2')).statusCode).toBe(200)
    expect((await give(owner, ids.eve, 'L-2')).statusCode).toBe(404)
    expect((await admin.get(`${ROOT}/gettenantcustomfield/${field}?contactid=${ids.eve}`)).json().Value).toBe('L-1')
    await save(admin, `${ROOT}/editioncustomfields`, {
      CustomFieldSettings: [{ CustomFieldId: field, IsEnabled: false }],
    })
  })
})
