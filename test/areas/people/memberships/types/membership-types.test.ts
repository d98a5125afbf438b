import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/api/memberships'
import type { TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/contract-shape'

let steps: Steps
let reader: TestCaller
let stranger: TestCaller

beforeAll(async () => {
  steps = await openMemberships()
  reader = await steps.server.caller(steps.caller.tenant, ['memberships:read'])
  stranger = await steps.server.tenant()
})
afterAll(() => steps.server.close())

describe('POST /api/membershiptypes/{membershiptypeid} (saveMembershipType)', () => {
  test('creates, changes, lists, looks up and deletes a type and its levels', async () => {
    const { caller } = steps
    const body = {
      Name: '  Chapter   member ',
      TermKindId: 2,
      RenewalMonth: 1,
      RenewalDay: 1,
      IsProrated: true,
      GraceDays: 10,
    }
    const made = await caller.post('/api/membershiptypes/0', body)
    const id = made.json().MembershipTypeId
    expect(made.json()).toMatchObject({
      Name: 'Chapter member',
      AuditId: 1,
      RolloverDays: 0,
      TermMonths: 12,
      IsActive: true,
    })
    const changed = await caller.post(`/api/membershiptypes/${id}`, { AuditId: 1, Description: 'By the year' })
    expect(changed.json()).toEqual({ ...made.json(), AuditId: 2, Description: 'By the year' })
    expect((await caller.get(`/api/membershiptypes/${id}`)).json()).toEqual(changed.json())
    expectShape('getMembershipType', changed.json())
    expect((await caller.get('/api/membershiptypes')).json()).toContainEqual(changed.json())
    const level = await caller.post(`/api/membershiptypes/${id}/levels/0`, { Name: 'Full', Price: 99.9 })
    const levelId = level.json().MembershipLevelId
    const dearer = await caller.post(`/api/membershiptypes/${id}/levels/${levelId}`, { AuditId: 1, Price: 110 })
    expect(dearer.json()).toEqual({ ...level.json(), AuditId: 2, Price: 110 })
    expectShape('getMembershipLevel', dearer.json())
    expect((await caller.get(`/api/membershiptypes/${id}/levels/${levelId}`)).json()).toEqual(dearer.json())
    expect((await caller.get(`/api/membershiptypes/${id}/levels`)).json()).toEqual([dearer.json()])
    const levels = (await caller.get(`/api/membershiptypes/${id}/levels/lookup`)).json()
    expect(levels).toMatchObject([{ Id: levelId, Name: 'Full', ExtraData: '110.00', Order: 1 }])
    expect((await caller.get('/api/membershiptypes/lookup')).json()).toContainEqual(expect.objectContaining({ Id: id }))
    expect(
      (await caller.delete(`/api/membershiptypes/${id}/levels/${levelId}`, { 'if-match': '"2"' })).statusCode,
    ).toBe(200)
    expect((await caller.delete(`/api/membershiptypes/${id}`)).statusCode).toBe(200)
    expect((await caller.get(`/api/membershiptypes/${id}`)).statusCode).toBe(404)
  })

  test.each([
    ['/Name', {}],
    ['/Name', { Name: '  ' }],
    ['/RenewalMonth', { Name: 'A', TermKindId: 2, RenewalDay: 1 }],
    ['/RenewalDay', { Name: 'A', TermKindId: 2, RenewalMonth: 1 }],
    ['/TermMonths', { Name: 'A', TermKindId: 2, RenewalMonth: 1, RenewalDay: 1, TermMonths: 18 }],
    ['/TermMonths', { Name: 'A', TermMonths: 0 }],
    ['/GraceDays', { Name: 'A', GraceDays: -1 }],
    ['/CoversPeople', { Name: 'A', CoversPeople: true }],
  ])('names the field of a type that is wrong: %s', async (pointer, body) => {
    const answer = await steps.caller.post('/api/membershiptypes/0', body)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
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

describe('POST /api/membershiptypes/{membershiptypeid} (saveMembershipType): names and rules', () => {
  test('names the allowed values of a choice', async () => {
    const answer = await steps.caller.post('/api/membershiptypes/0', {
      Name: 'A',
      TermKindId: 3,
      SystemContactTypeId: 9,
    })
    expect(answer.json().errors).toEqual([
      { pointer: '/SystemContactTypeId', message: 'must be one of 1, 2' },
      { pointer: '/TermKindId', message: 'must be one of 1, 2' },
    ])
  })

  test('rejects a name in use, and the deletion or change of rules of a type in use', async () => {
    const typeId = await steps.type({ Name: 'Fellows', SystemContactTypeId: 1 })
    const levelId = await steps.level(typeId, { Name: 'One' })
    await steps.join(await steps.person(), typeId, levelId)
    const again = await steps.caller.post('/api/membershiptypes/0', { Name: 'FELLOWS' })
    const level = await steps.caller.post(`/api/membershiptypes/${typeId}/levels/0`, { Name: 'ONE', Price: 1 })
    expect([again.json().code, level.json().code]).toEqual(['duplicate', 'duplicate'])
    for (const path of [`${typeId}`, `${typeId}/levels/${levelId}`]) {
      expect((await steps.caller.delete(`/api/membershiptypes/${path}`)).json()).toMatchObject({
        status: 409,
        code: 'in-use',
      })
    }
    const turned = await steps.caller.post(`/api/membershiptypes/${typeId}`, { AuditId: 1, SystemContactTypeId: 2 })
    expect(turned.json()).toMatchObject({
      status: 422,
      code: 'in-use-fixed',
      errors: [{ pointer: '/SystemContactTypeId' }],
    })
    const stale = await steps.caller.post(`/api/membershiptypes/${typeId}`, { AuditId: 7, GraceDays: 3 })
    expect(stale.json()).toMatchObject({ status: 409, code: 'stale-audit-id', AuditId: 1 })
  })

  test('prorates the first term of a fixed type, and includes the next term near the renewal date', async () => {
    const typeId = await steps.type({
      ...{ TermKindId: 2, RenewalMonth: 7, RenewalDay: 1, IsProrated: true, RolloverDays: 30 },
    })
    const levelId = await steps.level(typeId, { Price: 120 })
    const part = await steps.join(await steps.person(), typeId, levelId)
    expect(part).toMatchObject({
      StartDate: '2025-01-15',
      ExpirationDate: '2025-06-30',
      Amount: 60,
      Terms: [{ Months: 6 }],
    })
    steps.setDay('2025-06-10')
    const whole = await steps.join(await steps.person(), typeId, levelId)
    expect(whole).toMatchObject({ ExpirationDate: '2026-06-30', Amount: 120, Terms: [{ Months: 13 }] })
    steps.setDay('2025-01-15')
  })
})

describe('GET /api/memberships (listMemberships)', () => {
  test('filters, orders and searches; each row contains its contact and the actions of the caller', async () => {
    const typeId = await steps.type()
    const levelId = await steps.level(typeId)
    const names = ['Zetterlund', 'Quist', 'Quist']
    const joined: number[] = []
    for (const name of names) joined.push((await steps.join(await steps.person(name), typeId, levelId)).MembershipId)
    await steps.take(joined[0] ?? 0, 'pay', { PaymentTypeId: 1 })
    const list = async (query: string, caller = steps.caller) => (await caller.get(`/api/memberships?${query}`)).json()
    const ids = (page: { Results: { MembershipId: number }[] }) => page.Results.map(({ MembershipId }) => MembershipId)
    const ofType = `MembershipTypeId eq ${typeId}`
    const all = await list(`$filter=${ofType}&$orderby=ContactName desc, MembershipId desc`)
    expectShape('listMemberships', all)
    expect([all.TotalRecordAvailable, ids(all)]).toEqual(['3', [joined[0], joined[2], joined[1]]])
    expect(ids(await list(`$filter=${ofType} and Status eq 'Active'`))).toEqual([joined[0]])
    expect(ids(await list(`$filter=${ofType} and Balance gt 100 and ExpirationDate ge 2026-01-14`))).toEqual(
      joined.slice(1),
    )
    expect(ids(await list(`$filter=${ofType}&$search=quist`))).toEqual(joined.slice(1))
    const first = await steps.caller.get(`/api/memberships?$filter=${ofType}&$top=2&$orderby=Balance desc`)
    const next = await steps.caller.get(String(first.headers.link).match(/<(.*)>/)?.[1] ?? '')
    expect([ids(first.json()), ids(next.json())]).toEqual([[joined[2], joined[1]], [joined[0]]])
    const read = await list(`$filter=MembershipId eq ${joined[1]}`, reader)
    expect(read.Results[0]).toMatchObject({ ContactName: 'Ada Quist', Actions: ['view'], Balance: 120 })
    for (const wrong of ['$orderby=Nothing', '$filter=Status eq 3', '$top=1001']) {
      expect((await steps.caller.get(`/api/memberships?${wrong}`)).statusCode).toBe(400)
    }
  })
})

describe('GET /api/memberships/statuses/lookup (lookupMembershipStatuses)', () => {
  test('returns the statuses with their meaning', async () => {
    const choices = (await steps.caller.get('/api/memberships/statuses/lookup')).json()
    expect(choices.map(({ Id }: { Id: string }) => Id)).toEqual([
      'Pending',
      'Active',
      'Grace',
      'Lapsed',
      'Dropped',
      'Cancelled',
      'Suspended',
    ])
  })
})

describe('GET /api/memberships/{membershipId} (getMembership)', () => {
  test('rejects changes with the read scope, and returns 404 to another tenant', async () => {
    const typeId = await steps.type()
    const { MembershipId: id, ...before } = await steps.join(await steps.person(), typeId, null)
    const STEPS = [
      'renew',
      'pay',
      'changelevel',
      'approve',
      'decline',
      'suspend',
      'resume',
      'cancel',
      'drop',
      'reinstate',
    ]
    for (const step of [...STEPS, 'autorenew']) {
      const body = { PaymentTypeId: 1, LevelId: 1, AutoRenew: true }
      expect((await reader.post(`/api/memberships/${id}/${step}`, body)).statusCode, step).toBe(403)
      expect((await stranger.post(`/api/memberships/${id}/${step}`, body)).statusCode, step).toBe(404)
    }
    expect((await stranger.get(`/api/memberships/${id}`)).statusCode).toBe(404)
    expect((await stranger.get(`/api/membershiptypes/${typeId}`)).statusCode).toBe(404)
    expect((await stranger.get('/api/memberships')).json().Results).toEqual([])
    const join = { ContactId: 1, MembershipTypeId: typeId }
    expect((await stranger.post('/api/memberships/0', join)).json()).toMatchObject({ code: 'unknown-reference' })
    expect((await reader.post('/api/memberships/0', join)).statusCode).toBe(403)
    expect(await steps.get(id)).toEqual({ MembershipId: id, ...before })
  })
})
