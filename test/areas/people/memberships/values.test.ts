import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { addField } from '#test/support/people/custom-fields'
import { openValues, type Valued, type ValuesBench, value, valuesOf } from '#test/support/people/membership-values'
import type { Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let bench: ValuesBench
let steps: Steps
const join: ValuesBench['join'] = (...given) => bench.join(...given)
const post: ValuesBench['post'] = (...given) => bench.post(...given)
const read: ValuesBench['read'] = (id) => bench.read(id)
const refused: ValuesBench['refused'] = (asked) => bench.refused(asked)
beforeAll(async () => {
  bench = await openValues()
  steps = bench.steps
})
afterAll(() => steps.server.close())

const save = async (id: number, body: object): Promise<Valued> => {
  const answer = await post(id, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers.etag).toBe(`"${answer.json().AuditId}"`)
  expectShape('saveMembership', answer.json())
  return answer.json()
}
const historyOf = (entityId: number, auditId: number) =>
  steps.server.database.system.auditEntry.findFirstOrThrow({
    where: { tenantId: steps.caller.tenant.id, entity: 'membership', entityId, auditId },
  })

describe('POST /api/memberships/{membershipId} (saveMembership)', () => {
  test('saves values on creation, returns them typed and as text, and records them', async () => {
    const sponsor = await steps.person('Sponsor')
    const joined = await join([
      ...[value('badge', 'Ångström 7'), value('Since', '2020-02-29'), value('Size', String(bench.sizes[1]))],
      value('Sponsor', String(sponsor)),
    ])
    const membership = await read(joined.MembershipId)
    expect(membership).toEqual(joined)
    expect(membership.AuditId).toBe(1)
    expect(membership.CustomFields).toMatchObject([
      { ObjectTypeId: '4', Name: 'Badge', Value: 'Ångström 7', DisplayValue: 'Ångström 7' },
      { Name: 'Since', Value: '2020-02-29' },
      { Name: 'Sponsor', DisplayValue: 'Ada Sponsor' },
      { Name: 'Size', Value: String(bench.sizes[1]), DisplayValue: 'Large' },
      { Name: 'OfType', Value: null },
    ])
    expect((await historyOf(joined.MembershipId, 1)).changes).toMatchObject({
      step: 'membership.joined',
      'CustomFields.Badge': { old: null, new: 'Ångström 7' },
    })
    // Fields of memberships are not fields of contacts.
    const person = (await steps.caller.get(`/api/contacts/person/${joined.ContactId}`)).json()
    expect(person.CustomFields).toEqual([])
  })

  test('replaces sent values, clears null and keeps the rest, with version, history and event', async () => {
    const { MembershipId: id } = await join([value('Badge', 'one'), value('Since', '2020-01-01')])
    const saved = await save(id, { AuditId: 1, CustomFields: [value('Badge', 'two'), value('OfType', 'x')] })
    expect([saved.AuditId, valuesOf(saved)]).toEqual([2, { Badge: 'two', Since: '2020-01-01', OfType: 'x' }])
    const both = await save(id, { AuditId: 2, AutoRenew: true, CustomFields: [value('Since', null)] })
    expect([both.AutoRenew, valuesOf(both)]).toEqual([true, { Badge: 'two', OfType: 'x' }])
    expect(await read(id)).toEqual(both)
    const where = { tenantId: steps.caller.tenant.id, entity: 'membership', entityId: id, auditId: 3 }
    expect((await historyOf(id, 3)).changes).toMatchObject({
      'CustomFields.Since': { old: '2020-01-01', new: null },
    })
    const event = await steps.server.database.system.outboxEvent.findFirstOrThrow({ where })
    expect([event.kind, event.payload]).toMatchObject([
      'membership.updated',
      { membershipId: id, fields: ['AutoRenew', 'CustomFields.Since'], autoRenew: true },
    ])
  })

  test('creates no version and no history for unchanged values', async () => {
    const joined = await join([value('Badge', 'same')])
    const { MembershipId: id, CustomFields, AutoRenew } = joined
    expect(await save(id, { AuditId: 1, CustomFields, AutoRenew })).toEqual(joined)
    expect(await save(id, {})).toEqual(joined)
    expect(
      await steps.server.database.system.auditEntry.count({
        where: { tenantId: steps.caller.tenant.id, entity: 'membership', entityId: id },
      }),
    ).toBe(1)
  })

  test('checks the version that was read', async () => {
    const { MembershipId: id } = await join()
    const stale = await refused(post(id, { AuditId: 9, CustomFields: [value('Badge', 'x')] }))
    expect(stale.slice(0, 2)).toEqual([409, 'stale-audit-id'])
    const headers = { 'if-match': '"9"' }
    const answer = await steps.caller.post(`/api/memberships/${id}`, { CustomFields: [value('Badge', 'x')] }, headers)
    expect(answer.statusCode).toBe(412)
    expect((await post(999_999, { CustomFields: [] })).statusCode).toBe(404)
    expect(valuesOf(await read(id))).toEqual({})
  })

  test.each([
    ['a value that does not fit', [value('Badge', 'new'), value('Since', '2023-02-29')], 400, '/CustomFields/1/Value'],
    ['a field twice', [value('Badge', 'a'), value('badge', 'b')], 400, '/CustomFields/1'],
    ['no field', [{ Value: 'x' }], 400, '/CustomFields/0/CustomFieldId'],
    ['an unknown field', [value('Nothing', 'x')], 422, '/CustomFields/0/Name'],
    ['a choice that is not there', [value('Size', '999999')], 422, '/CustomFields/0/Value'],
    ['a contact that is not there', [value('Sponsor', '999999')], 422, '/CustomFields/0/Value'],
    ['a field of another level', [value('Lounge', 'true')], 422, '/CustomFields/0/Name'],
    ['a value that is not a list', 'x', 400, '/CustomFields'],
  ])('name %s, and store nothing', async (_, CustomFields, status, pointer) => {
    const { MembershipId: id } = await join([value('Badge', 'stays')])
    expect(await refused(post(id, { CustomFields }))).toMatchObject(
      [status, {}, [pointer]].map((x, n) => (n === 1 ? expect.any(String) : x)),
    )
    expect([(await read(id)).AuditId, valuesOf(await read(id))]).toEqual([1, { Badge: 'stays' }])
    const contactId = await steps.person()
    const body = { ContactId: contactId, MembershipTypeId: bench.typeId, LevelId: bench.basic, CustomFields }
    expect((await refused(steps.caller.post('/api/memberships/0', body)))[2]).toEqual([pointer])
    expect(
      await steps.server.database.system.membership.count({ where: { tenantId: steps.caller.tenant.id, contactId } }),
    ).toBe(0)
  })

  test('rejects fields of contacts and of another tenant, archived and deleted fields', async () => {
    const theirs = await steps.server.foreignTenant()
    const { database } = steps.server
    const foreign = await addField(database, theirs.tenant.id, { name: 'Theirs', dataTypeId: 1, objectTypeId: 4 })
    const others = [
      foreign,
      await bench.field('OfContacts', DATA_TYPE.text, { objectTypeId: 1 }),
      await bench.field('Archived', DATA_TYPE.text, { isArchived: true }),
      await bench.field('Deleted', DATA_TYPE.text, { deletedAt: new Date() }),
    ]
    const { MembershipId: id, CustomFields } = await join()
    for (const { id: CustomFieldId, name } of others) {
      expect(CustomFields.map(({ Name }) => Name)).not.toContain(name)
      expect(await refused(post(id, { CustomFields: [{ CustomFieldId, Value: 'x' }] }))).toEqual([
        ...[422, 'unknown-reference'],
        ['/CustomFields/0/CustomFieldId'],
      ])
    }
    expect((await theirs.post(`/api/memberships/${id}`, { CustomFields: [] })).statusCode).toBe(404)
  })
})

describe('POST /api/memberships/{membershipId} (saveMembership): fields of one type or level', () => {
  test('returns the field only for its memberships, and rejects it for others', async () => {
    const ofGold = await join([value('Lounge', 'true')], bench.gold)
    expect(valuesOf(await read(ofGold.MembershipId))).toEqual({ Lounge: 'true' })
    expect((await join()).CustomFields.map(({ Name }) => Name)).not.toContain('Lounge')
    const otherType = await steps.type()
    const other = (await steps.join(await steps.person(), otherType, null)) as Valued
    expect(other.CustomFields.map(({ Name }) => Name)).not.toContain('OfType')
    const answer = await post(other.MembershipId, { CustomFields: [value('OfType', 'x')] })
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'unknown-reference',
      errors: [
        {
          pointer: '/CustomFields/0/Name',
          message: 'references OfType, which is for another membership type or level',
        },
      ],
    })
  })

  test('keeps the value after a change of level: it can be cleared, not changed', async () => {
    const { MembershipId: id } = await join([value('Lounge', 'true')], bench.gold)
    const moved = (await steps.take(id, 'changelevel', { LevelId: bench.basic, AtOnce: true })) as Valued
    expect([moved.LevelId, valuesOf(moved)]).toEqual([bench.basic, { Lounge: 'true' }])
    expect((await refused(post(id, { CustomFields: [value('Lounge', 'false')] })))[0]).toBe(422)
    const kept = await save(id, { CustomFields: [value('Lounge', 'true'), value('Badge', 'b')] })
    expect(valuesOf(kept)).toEqual({ Lounge: 'true', Badge: 'b' })
    const cleared = await save(id, { CustomFields: [value('Lounge', null)] })
    expect(cleared.CustomFields.map(({ Name }) => Name)).not.toContain('Lounge')
  })

  test('prevents the deletion of its type and level until it is deleted', async () => {
    const own = await steps.type()
    const level = await steps.level(own)
    const { id } = await bench.field('Fleeting', DATA_TYPE.text, { membershipTypeId: own, membershipLevelId: level })
    for (const path of [`membershiptypes/${own}/levels/${level}`, `membershiptypes/${own}`]) {
      const answer = await steps.caller.delete(`/api/${path}`)
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([409, 'in-use'])
    }
    expect((await steps.caller.delete(`/api/customfields/${id}/1`)).statusCode).toBe(200)
    expect((await steps.caller.delete(`/api/membershiptypes/${own}`)).statusCode).toBe(200)
  })
})

describe('POST /api/memberships/{membershipId} (saveMembership): required fields', () => {
  test('rejects creation and save without a value, but not other steps', async () => {
    const own = await steps.type()
    const level = await steps.level(own, { Price: 50 })
    const { MembershipId: id } = await steps.join(await steps.person(), own, level)
    const needed = await bench.field('Needed', DATA_TYPE.text, { membershipTypeId: own, isRequired: true })
    const body = { ContactId: await steps.person(), MembershipTypeId: own, LevelId: level }
    expect(await refused(steps.caller.post('/api/memberships/0', body))).toEqual([
      422,
      'required-field',
      ['/CustomFields'],
    ])
    const empty = { CustomFields: [value('Badge', 'x'), value('Needed', '')] }
    expect(await refused(post(id, empty))).toEqual([422, 'required-field', ['/CustomFields/1/Value']])
    expect(await refused(post(id, { AutoRenew: true }))).toEqual([422, 'required-field', ['/CustomFields']])
    expect((await steps.take(id, 'pay', { PaymentTypeId: 1 })).Status).toBe('Active')
    expect(valuesOf(await save(id, { CustomFields: [value('Needed', 'there')] }))).toEqual({ Needed: 'there' })
    expect((await refused(post(id, { CustomFields: [value('Needed', null)] })))[1]).toBe('required-field')
    expect(
      valuesOf((await steps.join(body.ContactId, own, level, { CustomFields: [value('Needed', 'y')] })) as Valued),
    ).toEqual({ Needed: 'y' })
    // Another type does not require it.
    await join()
    await steps.server.database.system.customField.updateMany({
      where: { tenantId: steps.caller.tenant.id, id: needed.id },
      data: { isRequired: false },
    })
  })
})
