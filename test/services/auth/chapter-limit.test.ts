import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addChapter, addOwner, type TestChapter, type TestOwner } from '#test/support/people/chapter-records'
import { addPerson } from '#test/support/people/contact-rows'

let here: TestApp
let there: TestApp
let admin: TestCaller
let chapter: TestChapter
let memberId: number

beforeAll(async () => {
  here = await buildTestApp()
  there = await buildTestApp({ url: here.url })
  admin = await here.tenant()
  memberId = (await addPerson(here.database, admin.tenant.id)).id
  chapter = await addChapter(here, admin.tenant.id, 'Chapter', [memberId])
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const ask = async ({ authorization }: TestOwner, method = 'GET', url = `/api/contacts/person/${memberId}`) => {
  const body = { AuditId: 1, MiddleName: 'M' }
  const answer = await there.app.inject({
    method: method as 'GET',
    url,
    headers: { authorization },
    ...(method === 'POST' && { payload: body }),
  })
  return answer.statusCode
}
const owned = (owner: TestOwner) => ({ tenantId: admin.tenant.id, chapterId: chapter.id, contactId: owner.contactId })
const settled = () => here.app.credentialsSettled()

describe('a change on one replica applies to the next request on another', () => {
  test('a removed owner sees nothing, and sees the chapter again after being added again', async () => {
    const { system } = here.database
    const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
    for (let round = 0; round < 5; round++) {
      expect(await ask(owner)).toBe(200)
      await system.chapterOwner.deleteMany({ where: owned(owner) })
      await settled()
      expect(await ask(owner)).toBe(404)
      await system.chapterOwner.create({ data: owned(owner) })
      await settled()
    }
  })

  test('an owner that a save of the chapter leaves out', async () => {
    const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
    expect(await ask(owner)).toBe(200)
    const { AuditId, Owners } = (await admin.get(`/api/chapters/${chapter.id}`)).json()
    const left = Owners.filter(({ ContactId }: { ContactId: number }) => ContactId !== owner.contactId)
    expect(left.length).toBe(Owners.length - 1)
    const saved = await admin.post(`/api/chapters/${chapter.id}/true`, { AuditId, Owners: left })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await ask(owner)).toBe(404)
  })

  test('an owner without the right to edit any more changes nothing', async () => {
    const { system } = here.database
    const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
    expect(await ask(owner, 'POST')).toBe(200)
    await system.chapterOwner.updateMany({ where: owned(owner), data: { canEdit: false } })
    await settled()
    expect(await ask(owner, 'POST')).toBe(403)
    expect(await ask(owner)).toBe(200)
  })

  test('a staff record that gets another contact owns the chapters of that contact', async () => {
    const { system } = here.database
    const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
    expect(await ask(owner)).toBe(200)
    await system.staff.updateMany({ where: { contactId: owner.contactId }, data: { contactId: memberId } })
    await settled()
    expect(await ask(owner)).toBe(404)
  })

  test('a role that becomes limited shows only the chapters', async () => {
    const { system } = here.database
    const outsider = await addPerson(here.database, admin.tenant.id)
    const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
    const role = { tenantId: admin.tenant.id, name: 'Chapter owner' }
    const outside = `/api/contacts/person/${outsider.id}`
    expect(await ask(owner, 'GET', outside)).toBe(404)
    await system.role.updateMany({ where: role, data: { isChapterLimited: false } })
    await settled()
    expect(await ask(owner, 'GET', outside)).toBe(200)
    await system.role.updateMany({ where: role, data: { isChapterLimited: true } })
    await settled()
    expect(await ask(owner, 'GET', outside)).toBe(404)
  })
})

test('a limited role has only the scopes of the isolated areas, whichever it names', async () => {
  const { system } = here.database
  const owner = await addOwner(here, admin, [{ id: chapter.id, canEdit: true }])
  const before = await system.role.findFirstOrThrow({ where: { tenantId: admin.tenant.id, isChapterLimited: true } })
  await system.role.updateMany({ where: { id: before.id }, data: { scopes: ['admin', 'platform'] } })
  await settled()
  expect(await ask(owner)).toBe(200)
  for (const url of ['/api/applicationpermissions/apikeys', '/api/applicationpermissions/oauthclients'])
    expect(await ask(owner, 'GET', url)).toBe(401)
  await system.role.updateMany({ where: { id: before.id }, data: { scopes: before.scopes } })
})
