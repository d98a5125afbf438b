import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactMoves, REPOINTED } from '#areas/people/contacts/merges/contact-moves.queries'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { addOpeningBalance } from '#test/support/finance/opening-balance'
import { contactsApi } from '#test/support/people/contacts'
import { NOT_MOVED } from './not-moved.ts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
let tenantId: number
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
  tenantId = api.caller.tenant.id
})
afterAll(() => test.close())

const merge = (WinnerContactId: number, LoserContactId: number, WinnerAuditId = 1, LoserAuditId = 1) =>
  api.caller.post('/api/contacts/merge', { WinnerContactId, WinnerAuditId, LoserContactId, LoserAuditId })
const email = (Value: string, Status = 0) => ({ Kind: 'email', Value, Status })

/** Records of which a contact has one each. */
const makeShared = async () => {
  const { system } = test.database
  const made = { tenantId, name: 'Rowing' }
  const group = await system.group.create({ data: made })
  const certification = await system.certification.create({ data: made })
  const workflow = await system.workflow.create({
    data: { ...made, createdBy: 'system', author: 'Ann', scheduleTypeId: 1 },
  })
  const { ContactId: organizationId } = await api.org({ OrganizationName: 'Rowers' })
  const chapter = await system.chapter.create({ data: { tenantId, organizationId } })
  return { groupId: group.id, certificationId: certification.id, workflowId: workflow.id, chapterId: chapter.id }
}

/** The states of a contact's records; those of AHEAD have precedence in a merge. */
const KEPT = { email: 0, member: 'member', progress: 1, run: 'completed', isByPostalCode: true }
const AHEAD = { email: 2, member: 'optedout', progress: 3, run: 'removed', isByPostalCode: false }

const addRecords = async (
  contactId: number,
  { groupId, certificationId, workflowId, chapterId }: Awaited<ReturnType<typeof makeShared>>,
  { email: status, member, progress, run, isByPostalCode }: typeof KEPT,
): Promise<void> => {
  const { system } = test.database
  const own = { tenantId, contactId }
  const at = new Date('2026-02-03T04:05:06Z')
  const times = { enteredAt: at, arrivedAt: at, endedAt: at }
  await system.contactEmail.create({ data: { ...own, address: 'row@x.example', addressKey: 'row@x.example', status } })
  await system.groupMember.create({ data: { ...own, groupId, state: member } })
  await system.contactCertification.create({ data: { ...own, certificationId, status: progress } })
  await system.workflowRun.create({ data: { ...own, workflowId, rotation: 1, state: run, ...times } })
  await system.contactChapter.create({ data: { ...own, chapterId, isPrimary: true, isByPostalCode } })
}

describe('POST /api/contacts/merge (mergeContacts)', () => {
  it('moves every record, keeps one of equal ones, and fills the empty columns of the winner', async () => {
    const org = await api.org({ OrganizationName: 'Employer' })
    const roles = [{ OrganizationContactId: org.ContactId, Title: 'Cook' }]
    const winner = await api.person({
      FirstName: 'Ann',
      LastName: 'Ames',
      ContactList: [email('ann@x.example')],
      Addresses: [{ City: 'Graz' }],
      OrganizationsAndRoles: roles,
    })
    const loser = await api.person({
      FirstName: 'Anne',
      LastName: 'Ames',
      PrimaryTitle: 'Chef',
      ContactList: [email('ANN@x.example', 1), email('anne@y.example'), { Kind: 'phone', Value: '+43 316 877 0' }],
      Addresses: [{ City: 'graz' }, { City: 'Linz' }],
      OrganizationsAndRoles: [...roles, { OrganizationContactId: org.ContactId, Title: 'Owner', IsContact: true }],
    })
    for (const [contactId, amount] of [
      [winner.ContactId, '10.50'],
      [loser.ContactId, '4.25'],
    ] as const) {
      await addOpeningBalance(test.database.system, { tenantId, contactId }, Number(amount))
    }
    const result = await api.good(merge(winner.ContactId, loser.ContactId))
    expect(result).toEqual({
      ContactId: winner.ContactId,
      AuditId: 2,
      MergedContactId: loser.ContactId,
      MergedAuditId: 2,
      Balance: 14.75,
      DeletedMemberLoginId: null,
      MembershipOverlaps: [],
      Moved: [
        { Kind: 'emails', Count: 1 },
        { Kind: 'phones', Count: 1 },
        { Kind: 'addresses', Count: 1 },
        { Kind: 'roles', Count: 1 },
        { Kind: 'entries', Count: 1 },
        { Kind: 'entryLines', Count: 2 },
      ],
    })
    const merged = await api.getPerson(winner.ContactId)
    expect(merged).toMatchObject({ FirstName: 'Ann', PrimaryTitle: 'Chef', AuditId: 2 })
    expect(merged.ContactList).toMatchObject([
      { Value: 'ann@x.example', Status: 1, IsPrimary: true },
      { Value: 'anne@y.example' },
      { Value: '+43 316 877 0' },
    ])
    expect(merged.Addresses.map(({ City }) => City)).toEqual(['Graz', 'Linz'])
    const cities = await test.database.system.address.findMany({ where: { tenantId }, orderBy: { city: 'asc' } })
    expect(cities.map(({ city }) => city)).toEqual(['Graz', 'Linz'])
    expect(merged.OrganizationsAndRoles.map(({ Title }) => Title).sort()).toEqual(['Cook', 'Owner'])
    const rows = await api.rows()
    expect(rows.get(winner.ContactId)).toMatchObject({ Balance: 14.75, ContactRoleCount: 2 })
    expect(rows.get(org.ContactId)).toMatchObject({ ContactRoleCount: 2, PrimaryContact: 'Ann Ames' })
    expect(rows.has(loser.ContactId)).toBe(false)
    expect(await api.getPerson(loser.ContactId)).toEqual(merged)
    const restored = await api.caller.post(`/api/contacts/${loser.ContactId}/restore/2`)
    expect(restored.json()).toMatchObject({ status: 409, code: 'merged', mergedIntoId: winner.ContactId })
  })

  it('resolves conflicts of groups, tags, certifications and relationships', async () => {
    const [w, l, third] = [
      await api.person({ FirstName: 'W' }),
      await api.person({ FirstName: 'L' }),
      await api.person({ FirstName: 'T' }),
    ].map(({ ContactId }) => ContactId) as [number, number, number]
    const { system } = test.database
    const group = await system.group.create({ data: { tenantId, name: 'Club' } })
    const tag = await system.tag.create({ data: { tenantId, name: 'vip', nameKey: 'vip' } })
    const course = await system.certification.create({ data: { tenantId, name: 'Course' } })
    const parent = await system.contactRelationshipType.findFirstOrThrow({ where: { tenantId, name: 'Parent' } })
    const both = [w, l]
    await system.groupMember.createMany({
      data: both.map((contactId, i) => ({ tenantId, groupId: group.id, contactId, state: i ? 'optedout' : 'member' })),
    })
    await system.contactTag.createMany({ data: both.map((contactId) => ({ tenantId, contactId, tagId: tag.id })) })
    await system.contactCertification.createMany({
      data: both.map((contactId, i) => ({ tenantId, contactId, certificationId: course.id, status: i ? 3 : 1 })),
    })
    await system.contactRelationship.createMany({
      data: [
        { tenantId, contactId: w, otherContactId: third, typeId: parent.id },
        { tenantId, contactId: l, otherContactId: third, typeId: parent.id },
        { tenantId, contactId: w, otherContactId: l, typeId: parent.id },
      ],
    })
    await api.good(merge(w, l))
    const where = { tenantId, contactId: w }
    expect(await system.groupMember.findMany({ where })).toMatchObject([{ state: 'optedout' }])
    expect(await system.contactTag.count({ where })).toBe(1)
    expect(await system.contactCertification.findMany({ where })).toMatchObject([{ status: 3 }])
    expect(await system.contactRelationship.findMany({ where })).toMatchObject([{ otherContactId: third }])
    for (const { table, column } of contactMoves.entries()) {
      const left = await system.$queryRaw<{ n: number }[]>`
        select count(*)::int as n from ${Prisma.raw(table)} where tenant_id = ${tenantId} and ${Prisma.raw(column)} = ${l}`
      expect(left[0]?.n, table).toBe(0)
    }
    expect((await api.rows()).get(third)?.Children).toBe(1)
  })

  it('resolves the conflicts of the two contacts only, and leaves every record of others unchanged', async () => {
    const { system } = test.database
    const [w, l, third, fourth] = (
      await Promise.all(['W', 'L', 'T', 'F'].map((FirstName) => api.person({ FirstName })))
    ).map(({ ContactId }) => ContactId) as [number, number, number, number]
    const shared = await makeShared()
    await Promise.all([addRecords(w, shared, KEPT), addRecords(l, shared, AHEAD), addRecords(third, shared, KEPT)])
    const spouse = await system.contactRelationshipType.findFirstOrThrow({ where: { tenantId, name: 'Spouse' } })
    const pairs = [
      [w, fourth],
      [fourth, l],
      [third, fourth],
    ] as const
    for (const [contactId, otherContactId] of pairs)
      await system.contactRelationship.create({ data: { tenantId, contactId, otherContactId, typeId: spouse.id } })
    const recordsOf = (contactId: number) =>
      Promise.all(
        contactMoves.entries().map(
          ({ table, column }) => system.$queryRaw<{ row: object }[]>`
            select to_jsonb(t) as row from ${Prisma.raw(table)} t
            where t.tenant_id = ${tenantId} and t.${Prisma.raw(column)} = ${contactId} order by t::text`,
        ),
      )
    const before = await recordsOf(third)
    expect(before.flat()).toHaveLength(6)
    await api.good(merge(w, l))
    expect(await recordsOf(third)).toEqual(before)
    const where = { tenantId, contactId: w }
    expect(await system.contactEmail.findMany({ where })).toMatchObject([{ status: 2 }])
    expect(await system.groupMember.findMany({ where })).toMatchObject([{ state: 'optedout' }])
    expect(await system.contactCertification.findMany({ where })).toMatchObject([{ status: 3 }])
    expect(await system.workflowRun.findMany({ where })).toMatchObject([{ state: 'removed' }])
    expect(await system.contactChapter.findMany({ where })).toMatchObject([{ isPrimary: true, isByPostalCode: false }])
    expect(await system.contactRelationship.findMany({ where: { tenantId, otherContactId: fourth } })).toHaveLength(2)
  })

  it('classifies every column of the database that references a contact, also without a foreign key', async () => {
    const { system } = test.database
    const found = await system.$queryRaw<{ place: string; isKey: boolean }[]>`
      select c.table_name || '.' || c.column_name as place, exists (
        select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.confrelid = 'contact'::regclass and a.attname = c.column_name
          and k.conrelid = c.table_name::regclass and a.attname <> 'tenant_id') as "isKey"
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`
    const looksLikeContact = /(contact|organization|person|member|owner|assignee|staff|holder|merged_into)s?_ids?$/
    const referring = found.filter(({ place, isKey }) => isKey || looksLikeContact.test(place))
    const moved = [...contactMoves.entries(), ...REPOINTED].map(({ table, column }) => `${table}.${column}`)
    expect(
      referring.map(({ place }) => place).sort(),
      'add the column to contactMoves in the manifest of its area, or with a reason to NOT_MOVED',
    ).toEqual([...moved, ...Object.keys(NOT_MOVED)].sort())
  })

  it('follows chains: contacts that were merged into the loser belong to the winner', async () => {
    const [a, b, c] = [
      await api.person({ FirstName: 'A' }),
      await api.person({ FirstName: 'B' }),
      await api.person({ FirstName: 'C' }),
    ].map(({ ContactId }) => ContactId) as [number, number, number]
    await api.good(merge(b, a))
    await api.good(merge(c, b, 1, 2))
    const tombs = await test.database.system.contact.findMany({ where: { tenantId, mergedIntoId: c } })
    expect(tombs.map(({ id }) => id).sort()).toEqual([a, b].sort())
  })

  it('makes a version that no one can have read of either contact', async () => {
    const winner = (await api.person({ FirstName: 'Low' })).ContactId
    const loser = (await api.person({ FirstName: 'High' })).ContactId
    for (const auditId of [1, 2, 3]) {
      const saved = { AuditId: auditId, FirstName: `High ${auditId}` }
      await api.good(api.caller.post(`/api/contacts/person/${loser}`, saved))
    }
    expect(await api.good(merge(winner, loser, 1, 4))).toMatchObject({ AuditId: 5, MergedAuditId: 5 })
    const late = await api.caller.post(`/api/contacts/person/${loser}`, { AuditId: 4, FirstName: 'Late' })
    expect(late.json()).toMatchObject({ status: 409, code: 'stale-audit-id' })
    expect((await api.getPerson(winner)).AuditId).toBe(5)
  })

  it('emits an event for the winner and one for the deleted loser', async () => {
    const winner = await api.person({ FirstName: 'Won' })
    const loser = await api.person({ FirstName: 'Lost' })
    await api.good(merge(winner.ContactId, loser.ContactId))
    const events = await test.database.system.outboxEvent.findMany({
      where: { tenantId, auditId: 2 },
      orderBy: { id: 'desc' },
      take: 2,
    })
    expect(events.map(({ kind, entityId }) => [kind, entityId]).sort()).toEqual([
      ['contact.deleted', loser.ContactId],
      ['contact.merged', winner.ContactId],
    ])
  })

  it('rejects stale versions, the same contact twice, two types, and contacts that are deleted or of another tenant', async () => {
    const person = (await api.person({ FirstName: 'P' })).ContactId
    const second = (await api.person({ FirstName: 'Q' })).ContactId
    const org = (await api.org({ OrganizationName: 'O' })).ContactId
    const foreign = (await contactsApi(await test.foreignTenant()).person({ FirstName: 'F' })).ContactId
    expect((await merge(person, second, 5)).json()).toMatchObject({
      status: 409,
      errors: [{ pointer: '/WinnerAuditId' }],
    })
    expect((await merge(person, second, 1, 5)).json()).toMatchObject({ errors: [{ pointer: '/LoserAuditId' }] })
    expect((await merge(person, person)).statusCode).toBe(400)
    expect((await merge(person, org)).json()).toMatchObject({ status: 422, code: 'different-contact-types' })
    expect((await merge(person, foreign)).statusCode).toBe(404)
    expect((await merge(foreign, person)).statusCode).toBe(404)
    await api.good(api.caller.delete(`/api/contacts/${second}/1`))
    expect((await merge(person, second, 1, 2)).statusCode).toBe(404)
  })

  it('lets one of two concurrent merges in opposite directions succeed', async () => {
    const a = (await api.person({ FirstName: 'X' })).ContactId
    const b = (await api.person({ FirstName: 'Y' })).ContactId
    const answers = await Promise.all([merge(a, b), merge(b, a)])
    // Both ids of the other merge mean the winner by then.
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  it('returns 422 too-many if the winner would have more than its document allows, and merges nothing', async () => {
    const addresses = (from: number) => Array.from({ length: 26 }, (_, index) => ({ City: `Town ${from + index}` }))
    const winner = await api.person({ FirstName: 'Max', LastName: 'Limit', Addresses: addresses(0) })
    const loser = await api.person({ FirstName: 'Maxim', LastName: 'Limits', Addresses: addresses(24) })
    expect((await merge(winner.ContactId, loser.ContactId)).statusCode).toBe(200)
    const other = await api.person({ FirstName: 'Maxime', LastName: 'Limite', Addresses: addresses(26) })
    const refused = await merge(winner.ContactId, other.ContactId, 2)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many'])
    expect((await api.caller.get(`/api/contacts/person/${other.ContactId}`)).json().Addresses).toHaveLength(26)
  })
})
