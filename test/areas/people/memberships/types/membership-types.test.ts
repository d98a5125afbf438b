import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

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
  test('creates a type and changes the fields that are sent', async () => {
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
  })

  test('saves every field, on creation and later', async () => {
    const fields = {
      Name: 'Every field',
      Description: 'A text',
      SystemContactTypeId: 2,
      TermKindId: 2,
      TermMonths: 24,
      RenewalMonth: 7,
      RenewalDay: 3,
      IsProrated: true,
      RolloverDays: 4,
      GraceDays: 5,
      DueDays: 6,
      RenewalInvoiceDays: 8,
      NeedsApproval: true,
      CoversPeople: true,
      DisplayOrder: 9,
      IsActive: false,
    }
    const path = `/api/membershiptypes/${await steps.type(fields)}`
    expect((await reader.get(path)).json()).toMatchObject(fields)
    const changed = {
      Name: 'Every field changed',
      Description: null,
      SystemContactTypeId: 1,
      TermKindId: 1,
      TermMonths: 13,
      RenewalMonth: null,
      RenewalDay: null,
      IsProrated: false,
      RolloverDays: 14,
      GraceDays: 15,
      DueDays: 16,
      RenewalInvoiceDays: null,
      NeedsApproval: false,
      CoversPeople: false,
      DisplayOrder: 19,
      IsActive: true,
    }
    expect((await steps.caller.post(path, { AuditId: 1, ...changed })).json()).toMatchObject(changed)
    expect((await reader.get(path)).json()).toMatchObject(changed)
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

  test('rejects a name in use, and changed rules of a type in use', async () => {
    const typeId = await steps.type({ Name: 'Fellows', SystemContactTypeId: 1 })
    await steps.join(await steps.person(), typeId, await steps.level(typeId))
    const again = await steps.caller.post('/api/membershiptypes/0', { Name: 'FELLOWS' })
    const detail = 'There is another membership type called "FELLOWS".'
    expect(again.json()).toMatchObject({ status: 409, code: 'duplicate', detail })
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
      TermKindId: 2,
      RenewalMonth: 7,
      RenewalDay: 1,
      IsProrated: true,
      RolloverDays: 30,
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

describe('GET /api/membershiptypes/{membershiptypeid} (getMembershipType)', () => {
  test('returns the type, and 404 to another tenant', async () => {
    const id = await steps.type({ GraceDays: 10 })
    const found = (await reader.get(`/api/membershiptypes/${id}`)).json()
    expectShape('getMembershipType', found)
    expect(found).toMatchObject({ MembershipTypeId: id, AuditId: 1, GraceDays: 10 })
    expect((await stranger.get(`/api/membershiptypes/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/membershiptypes (listMembershipTypes)', () => {
  test('lists the types of the tenant', async () => {
    const id = await steps.type()
    const types = (await reader.get('/api/membershiptypes')).json()
    expectShape('listMembershipTypes', types)
    expect(types).toContainEqual((await reader.get(`/api/membershiptypes/${id}`)).json())
    const theirs: { MembershipTypeId: number }[] = (await stranger.get('/api/membershiptypes')).json()
    expect(theirs.map(({ MembershipTypeId }) => MembershipTypeId)).not.toContain(id)
  })
})

describe('GET /api/membershiptypes/lookup (lookupMembershipTypes)', () => {
  test('returns the active types as choices, with the kind of contact', async () => {
    const id = await steps.type({ Name: 'Choice', SystemContactTypeId: 2 })
    const inactive = await steps.type({ IsActive: false })
    const choices: { Id: number }[] = (await reader.get('/api/membershiptypes/lookup')).json()
    expectShape('lookupMembershipTypes', choices)
    expect(choices).toContainEqual(expect.objectContaining({ Id: id, Name: 'Choice', ExtraData: '2' }))
    expect(choices.map(({ Id }) => Id)).not.toContain(inactive)
  })
})

describe('DELETE /api/membershiptypes/{membershiptypeid} (deleteMembershipType)', () => {
  test('deletes the type', async () => {
    const id = await steps.type()
    expect((await steps.caller.delete(`/api/membershiptypes/${id}`)).statusCode).toBe(200)
    expect((await steps.caller.get(`/api/membershiptypes/${id}`)).statusCode).toBe(404)
  })

  test('returns 409 in-use if the type has memberships', async () => {
    const id = await steps.type()
    await steps.join(await steps.person(), id, await steps.level(id))
    const rejected = await steps.caller.delete(`/api/membershiptypes/${id}`)
    expect(rejected.json()).toMatchObject({ status: 409, code: 'in-use' })
    expect((await steps.caller.get(`/api/membershiptypes/${id}`)).statusCode).toBe(200)
  })
})
