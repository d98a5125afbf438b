import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let type: number
let north: number
let south: number
beforeAll(async () => {
  steps = await openMemberships()
  type = await steps.type({ Name: 'Local' })
  const parent = (await chapter('State')).OrganizationId
  north = (await chapter('North', parent)).ChapterId
  south = (await chapter('South', parent)).ChapterId
})
afterAll(() => steps.server.close())

const chapter = async (name: string, ParentOrganizationId?: number) => {
  const made = await steps.caller.post('/api/chapters/0/true', { ChapterName: name, ParentOrganizationId })
  expect(made.statusCode, made.body).toBe(200)
  const { ChapterId } = made.json()
  const { OrganizationId } = (await steps.caller.get(`/api/chapters/${ChapterId}`)).json()
  return { ChapterId: Number(ChapterId), OrganizationId: Number(OrganizationId) }
}
const saveLevel = (id: number, body: object) =>
  steps.caller.post(`/api/membershiptypes/${type}/levels/${id}`, { Name: `Level ${Math.random()}`, Price: 0, ...body })
const level = async (body: object = {}): Promise<number> => {
  const saved = await saveLevel(0, body)
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json().MembershipLevelId
}
const memberOf = async (...ids: number[]): Promise<number> => {
  const ContactId = await steps.person()
  for (const ChapterId of ids) {
    const put = await steps.caller.post('/api/chapters/contactchapter', { ContactId, ChapterId })
    expect(put.statusCode, put.body).toBe(200)
  }
  return ContactId
}
const join = (ContactId: number, LevelId: number) =>
  steps.caller.post('/api/memberships/0', { ContactId, MembershipTypeId: type, LevelId })

describe('POST /api/membershiptypes/{membershiptypeid}/levels/{membershiplevelid} (saveMembershipLevel)', () => {
  test('keeps, replaces and clears the chapters that a level is limited to', async () => {
    const id = await level({ ChildChapterIds: [String(south), String(north), '0'] })
    const read = async () => (await steps.caller.get(`/api/membershiptypes/${type}/levels/${id}`)).json()
    expect((await read()).ChildChapterIds).toEqual(['0', String(north), String(south)])
    expect((await saveLevel(id, { AuditId: 1, Price: 5 })).json().ChildChapterIds).toHaveLength(3)
    expect((await saveLevel(id, { AuditId: 2, ChildChapterIds: [String(north)] })).json().ChildChapterIds).toEqual([
      String(north),
    ])
    await saveLevel(id, { AuditId: 3, ChildChapterIds: null })
    expect((await read()).ChildChapterIds).toEqual([])
  })

  test('rejects chapters that do not exist or have no parent', async () => {
    for (const one of [(await chapter('Top')).ChapterId, 2147480000, 9999999999]) {
      const refused = await saveLevel(0, { ChildChapterIds: [String(one)] })
      expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([422, '/ChildChapterIds'])
    }
  })

  test('keeps a chapter from being deleted', async () => {
    const parent = (await chapter('Old state')).OrganizationId
    const { ChapterId } = await chapter('Old town', parent)
    const id = await level({ ChildChapterIds: [String(ChapterId)] })
    const remove = () => steps.caller.delete(`/api/chapters/${ChapterId}`)
    const refused = await remove()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'in-use'])
    await saveLevel(id, { AuditId: 1, ChildChapterIds: [] })
    expect((await remove()).statusCode).toBe(200)
  })
})

describe('POST /api/memberships/0 (joinMembership)', () => {
  test('accepts a level only for contacts in one of its chapters', async () => {
    const id = await level({ ChildChapterIds: [String(north)] })
    expect((await join(await memberOf(north, south), id)).statusCode).toBe(200)
    for (const contact of [await memberOf(south), await memberOf()])
      expect((await join(contact, id)).json().code).toBe('level-of-chapters')
  })

  test('accepts contacts in no chapter by the id 0, and all contacts without a limit', async () => {
    const top = await level({ ChildChapterIds: ['0'] })
    expect((await join(await memberOf(), top)).statusCode).toBe(200)
    expect((await join(await memberOf(north), top)).json().code).toBe('level-of-chapters')
    const all = await level()
    for (const contact of [await memberOf(), await memberOf(south)])
      expect((await join(contact, all)).statusCode).toBe(200)
  })
})

describe('POST /api/memberships/{membershipId}/changelevel (changeMembershipLevel)', () => {
  test('rejects a level of other chapters, and keeps the own one', async () => {
    const own = await level()
    const other = await level({ ChildChapterIds: [String(south)] })
    const joined = (await join(await memberOf(north), own)).json()
    const url = `/api/memberships/${joined.MembershipId}/changelevel`
    expect((await steps.caller.post(url, { LevelId: other })).json().code).toBe('level-of-chapters')
    const { AuditId } = (await steps.caller.get(`/api/membershiptypes/${type}/levels/${own}`)).json()
    await saveLevel(own, { AuditId, ChildChapterIds: [String(south)] })
    expect((await steps.caller.post(url, { LevelId: own })).statusCode).toBe(200)
  })
})
