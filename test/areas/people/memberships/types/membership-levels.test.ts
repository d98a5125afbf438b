import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps

beforeAll(async () => {
  steps = await openMemberships()
})
afterAll(() => steps.server.close())

const addLevel = async (body: object) => {
  const typeId = await steps.type()
  const made = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, body)
  expect(made.statusCode, made.body).toBe(200)
  const level: { MembershipLevelId: number } = made.json()
  return { typeId, level, path: `/api/membershiptypes/${typeId}/levels/${level.MembershipLevelId}` }
}

describe('POST /api/membershiptypes/{membershiptypeid}/levels/{membershiplevelid} (saveMembershipLevel)', () => {
  test('creates a level and changes the fields that are sent', async () => {
    const { path, level } = await addLevel({ Name: 'Full', Price: 99.9 })
    expect(level).toMatchObject({ Name: 'Full', Price: 99.9, AuditId: 1 })
    const changed = await steps.caller.post(path, { AuditId: 1, Price: 110 })
    expect(changed.json()).toEqual({ ...level, AuditId: 2, Price: 110 })
    expect((await steps.caller.get(path)).json()).toEqual(changed.json())
  })

  test('returns 409 for the name of another level of the type', async () => {
    const { typeId } = await addLevel({ Name: 'One', Price: 1 })
    const again = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'ONE', Price: 1 })
    const detail = 'There is another membership level called "ONE".'
    expect(again.json()).toMatchObject({ status: 409, code: 'duplicate', detail })
  })

  test('names the wrong field of a level', async () => {
    const typeId = await steps.type({ TermKindId: 2, RenewalMonth: 7, RenewalDay: 1 })
    for (const [pointer, body] of [
      ['/Name', { Price: 1 }],
      ['/Price', { Name: 'A' }],
      ['/Price', { Name: 'A', Price: -1 }],
      ['/TermMonths', { Name: 'A', Price: 1, TermMonths: 6 }],
    ] as const) {
      const answer = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, body)
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
    }
  })

  test.each([0.01, 0.07, 1.15, 8.2, 33.33, 537263628.81, 999999998.99])(
    'takes any amount of whole cents: %d',
    async (Price) => {
      const typeId = await steps.type()
      const made = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'A', Price })
      expect([made.statusCode, made.json().Price], made.body).toEqual([200, Price])
    },
  )

  test.each([0.001, 1.005, 8.199, 99.999])('rejects a price that is not a whole number of cents: %d', async (Price) => {
    const typeId = await steps.type()
    const answer = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'A', Price })
    const errors = [{ pointer: '/Price', message: 'must be a multiple of 0.01' }]
    expect(answer.json()).toMatchObject({ status: 400, errors })
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/levels/{membershiplevelid} (getMembershipLevel)', () => {
  test('returns the level, and 404 under another type', async () => {
    const { path, level } = await addLevel({ Name: 'Full', Price: 110 })
    const found = (await steps.caller.get(path)).json()
    expectShape('getMembershipLevel', found)
    expect(found).toEqual(level)
    const other = `/api/membershiptypes/${await steps.type()}/levels/${level.MembershipLevelId}`
    expect((await steps.caller.get(other)).statusCode).toBe(404)
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/levels (listMembershipLevels)', () => {
  test('lists only the levels of the type', async () => {
    const { typeId, level } = await addLevel({ Name: 'Full', Price: 110 })
    await addLevel({ Name: 'Of another type', Price: 1 })
    const levels = (await steps.caller.get(`/api/membershiptypes/${typeId}/levels`)).json()
    expectShape('listMembershipLevels', levels)
    expect(levels).toEqual([level])
  })

  test('returns 404 for a type that does not exist or belongs to another tenant', async () => {
    const { typeId } = await addLevel({ Name: 'Full', Price: 110 })
    const stranger = await steps.server.tenant()
    for (const path of ['levels', 'levels/lookup']) {
      expect((await steps.caller.get(`/api/membershiptypes/999999/${path}`)).statusCode).toBe(404)
      expect((await stranger.get(`/api/membershiptypes/${typeId}/${path}`)).statusCode).toBe(404)
    }
  })
})

describe('GET /api/membershiptypes/{membershiptypeid}/levels/lookup (lookupMembershipLevels)', () => {
  test('returns the active levels as choices, with their price', async () => {
    const { typeId, level } = await addLevel({ Name: 'Full', Price: 110 })
    await steps.level(typeId, { Name: 'Former', IsActive: false })
    const choices = (await steps.caller.get(`/api/membershiptypes/${typeId}/levels/lookup`)).json()
    expectShape('lookupMembershipLevels', choices)
    expect(choices).toMatchObject([{ Id: level.MembershipLevelId, Name: 'Full', ExtraData: '110.00', Order: 1 }])
  })
})

describe('DELETE /api/membershiptypes/{membershiptypeid}/levels/{membershiplevelid} (deleteMembershipLevel)', () => {
  test('deletes the level only with its current version', async () => {
    const { path } = await addLevel({ Name: 'Full', Price: 110 })
    await steps.caller.post(path, { AuditId: 1, Price: 120 })
    expect((await steps.caller.delete(path, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await steps.caller.delete(path, { 'if-match': '"2"' })).statusCode).toBe(200)
    expect((await steps.caller.get(path)).statusCode).toBe(404)
  })

  test('returns 409 in-use if the level has memberships', async () => {
    const { typeId, path, level } = await addLevel({ Name: 'Full', Price: 110 })
    await steps.join(await steps.person(), typeId, level.MembershipLevelId)
    expect((await steps.caller.delete(path)).json()).toMatchObject({ status: 409, code: 'in-use' })
    expect((await steps.caller.get(path)).statusCode).toBe(200)
  })
})
