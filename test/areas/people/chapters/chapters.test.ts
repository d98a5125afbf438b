import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
beforeAll(async () => {
  bench = await openChapters()
})
afterAll(() => bench.server.close())

const events = (chapterId: number) =>
  bench.server.database.system.outboxEvent.findMany({
    where: { tenantId: bench.mine.tenant.id, entity: 'chapter', entityId: chapterId },
    orderBy: { id: 'asc' },
  })

describe('POST /api/chapters/{chapterid}/{forcesave} (saveChapter)', () => {
  test('creates the organization, calendar and group, and returns the chapter as saved', async () => {
    const body = { ChapterName: ' Northern   Chapter ', ChapterNumber: 'N-07', ChapterDescription: 'Members up north' }
    const row = await bench.chapter({ ...body, CalendarDescription: 'Meetings' })
    expect(row).toMatchObject({ AuditId: 1, OrganizationName: 'Northern Chapter', ParentOrganizationId: 0 })
    const read = await bench.read(row.ChapterId)
    expect(read).toMatchObject({
      ChapterName: 'Northern Chapter',
      ChapterNumber: 'N-07',
      ChapterDescription: 'Members up north',
      OrganizationContactId: String(read.OrganizationId),
      CalendarDescription: 'Meetings',
      GroupTypeId: '1',
      DirectoryId: null,
      PostalCodesJson: null,
      IsDefaultPostalCodeEmpty: false,
      Owners: [],
      AffiliateTenantModel: null,
    })
    const organization = (await bench.mine.get(`/api/contacts/OrgGeneral/${read.OrganizationId}`)).json()
    expect(organization).toMatchObject({ ContactDisplayName: 'Northern Chapter', SystemContactTypeId: 2 })
    const group = (await bench.mine.get(`/api/groups/${read.PrimaryGroupId}`)).json()
    expect(group).toMatchObject({ Name: 'Northern Chapter', MemberCount: 0 })
    expect((await events(row.ChapterId)).map(({ kind }) => kind)).toEqual(['chapter.created'])
  })

  test('uses an existing organization, calendar, group, directory and gateway', async () => {
    const organization = await bench.organization()
    const directory = await bench.directory()
    const groupId = (await bench.mine.post('/api/groups/0', { Name: 'Linked' })).json().GroupId
    const gateway = await bench.good('savePaymentGateway', bench.mine.post('/api/paymentgateways/0', { Name: 'Trial' }))
    const other = await bench.chapter()
    const { PrimaryCalenderId } = await bench.read(other.ChapterId)
    await bench.save(other.ChapterId, { PrimaryCalenderId: null })
    const sent = {
      OrganizationContactId: String(organization),
      PrimaryCalenderId,
      CalendarDescription: 'Taken over',
      PrimaryGroupId: String(groupId),
      DirectoryId: String(directory),
      PaymentGatewayId: String(gateway.body.PaymentGatewayId),
    }
    const { ChapterId } = await bench.chapter({ ...sent, ChapterName: 'Linked Chapter' })
    expect(await bench.read(ChapterId)).toMatchObject({
      ...sent,
      ChapterName: 'Linked Chapter',
      PaymentGatewayType: 'Sandbox',
    })
    expect((await bench.row(organization)).Name).toBe('Linked Chapter')
  })

  test('renames its group with it, unless the group has a name of its own', async () => {
    const { ChapterId } = (await bench.save(0, { ChapterName: 'Lake Chapter' })).json()
    const { PrimaryGroupId, ...chapter } = await bench.read(ChapterId)
    const groupName = async () => (await bench.mine.get(`/api/groups/${PrimaryGroupId}`)).json()
    expect((await groupName()).Name).toBe('Lake Chapter')
    await bench.mine.post('/api/groups/0', { Name: 'Lakes Chapter' })
    const renamed = await bench.save(ChapterId, { ...chapter, PrimaryGroupId, ChapterName: 'Lakes Chapter' })
    expect(renamed.statusCode, renamed.body).toBe(200)
    const group = await groupName()
    expect([group.Name, group.AuditId]).toEqual(['Lakes Chapter (2)', 2])
    const { AuditId } = renamed.json()
    const again = await bench.save(ChapterId, { AuditId, ChapterName: 'Shore Chapter' })
    expect(again.statusCode, again.body).toBe(200)
    expect((await groupName()).Name).toBe('Shore Chapter')
    await bench.mine.post(`/api/groups/${PrimaryGroupId}`, { AuditId: (await groupName()).AuditId, Name: 'Friends' })
    await bench.save(ChapterId, { AuditId: again.json().AuditId, ChapterName: 'Bay Chapter' })
    expect((await groupName()).Name).toBe('Friends')
  })

  test('rejects errors and names the field, with or without forcesave', async () => {
    const mine = await bench.chapter()
    const { OrganizationId, PrimaryCalenderId } = await bench.read(mine.ChapterId)
    const theirs = await bench.directory(bench.theirs)
    const person = await bench.person()
    const base = { ChapterName: 'Refused' }
    const cases: [Json, number, string][] = [
      [{ ChapterName: null }, 422, '/ChapterName'],
      [{ ChapterName: ' ' }, 422, '/ChapterName'],
      [{}, 422, '/ChapterName'],
      [{ ...base, OrganizationContactId: String(person) }, 422, '/OrganizationContactId'],
      [{ ...base, OrganizationContactId: '9999999999' }, 422, '/OrganizationContactId'],
      [{ ...base, OrganizationContactId: String(OrganizationId) }, 409, '/OrganizationContactId'],
      [{ ...base, PrimaryCalenderId }, 409, '/PrimaryCalenderId'],
      [{ ...base, PrimaryCalenderId: '2147480000' }, 422, '/PrimaryCalenderId'],
      [{ ...base, PrimaryGroupId: '2147480000' }, 422, '/PrimaryGroupId'],
      [{ ...base, DirectoryId: String(theirs) }, 422, '/DirectoryId'],
      [{ ...base, PaymentGatewayId: '2147480000' }, 422, '/PaymentGatewayId'],
      [{ ...base, ParentOrganizationId: person }, 422, '/ParentOrganizationId'],
      [{ ...base, Owners: [{ ContactId: person }] }, 422, '/Owners/0/ContactId'],
      [{ ...base, PostalCodesJson: '["12201","1-22"]' }, 422, '/PostalCodesJson/1'],
      [{ ...base, PostalCodesJson: '{"a":1}' }, 400, '/PostalCodesJson'],
      [{ ...base, PostalCodesJson: 'x' }, 400, '/PostalCodesJson'],
      [{ ...base, PostalCodesJson: JSON.stringify(Array(5001).fill('1*')) }, 400, '/PostalCodesJson'],
      [{ ...base, AffiliateTenantModel: { TenantKey: 'nobody-at-all' } }, 422, '/AffiliateTenantModel/TenantKey'],
      [
        { ...base, AffiliateTenantModel: { TenantKey: bench.theirs.tenant.key } },
        422,
        '/AffiliateTenantModel/TenantKey',
      ],
      [{ ...base, AffiliateTenantModel: { TenantKey: bench.mine.tenant.key } }, 422, '/AffiliateTenantModel/TenantKey'],
      [{ ...base, ShouldAllowChapterTenantEditing: true }, 422, '/ShouldAllowChapterTenantEditing'],
      [{ ...base, ChapterName: 'x'.repeat(201) }, 400, '/ChapterName'],
    ]
    const other = await bench.chapter()
    for (const [body, status, pointer] of cases)
      for (const id of Object.keys(body).length > 0 ? [0, other.ChapterId] : [0])
        expect(await refusal(bench.save(id, body, { force: true })), JSON.stringify(body).slice(0, 200)).toEqual([
          status,
          pointer,
        ])
    const unknown = '2147480000'
    const several = await bench.save(0, {
      ...base,
      PrimaryCalenderId: unknown,
      PrimaryGroupId: unknown,
      DirectoryId: unknown,
      PaymentGatewayId: unknown,
      Owners: [{ ContactId: person }],
      AffiliateTenantModel: { TenantKey: 'nobody-at-all' },
    })
    expect(several.json().errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/PrimaryCalenderId',
      '/PrimaryGroupId',
      '/DirectoryId',
      '/PaymentGatewayId',
      '/Owners/0/ContactId',
      '/AffiliateTenantModel/TenantKey',
    ])
    expect(
      await bench.server.database.system.contact.count({
        where: { tenantId: bench.mine.tenant.id, organizationName: 'Refused' },
      }),
    ).toBe(0)
  })

  test('saves owners that are staff, and the affiliate tenant by its key', async () => {
    const first = await bench.person()
    const second = await bench.person()
    await bench.employ(first)
    await bench.employ(second)
    const TenantKey = bench.theirs.tenant.key
    const opened = await bench.theirs.post('/api/settings/tenant', { AuditId: 1, IsOpenToExchanges: true })
    expect(opened.statusCode, opened.body).toBe(200)
    const { ChapterId } = await bench.chapter({
      Owners: [{ ContactId: second, CanEdit: true }, { ContactId: first }],
      AffiliateTenantModel: { TenantKey },
      ShouldAllowChapterTenantEditing: true,
    })
    const read = await bench.read(ChapterId)
    expect(read.Owners).toMatchObject([
      { ContactId: first, CanEdit: false },
      { ContactId: second, CanEdit: true },
    ])
    expect(read.AffiliateTenantModel).toEqual({ TenantKey, TenantName: bench.theirs.tenant.name, IsActive: true })
    expect(read.ShouldAllowChapterTenantEditing).toBe(true)
    for (const [IsActive, ShouldAllowChapterTenantEditing] of [
      [false, true],
      [true, false],
    ]) {
      const sent = { AffiliateTenantModel: { TenantKey, IsActive }, ShouldAllowChapterTenantEditing }
      await bench.good('saveChapter', bench.save(ChapterId, sent))
      expect(await bench.read(ChapterId)).toMatchObject(sent)
    }
    await bench.good('saveChapter', bench.save(ChapterId, { Owners: null, AffiliateTenantModel: null }))
    const cleared = await bench.read(ChapterId)
    expect([cleared.Owners, cleared.AffiliateTenantModel, cleared.ShouldAllowChapterTenantEditing]).toEqual([
      [],
      null,
      false,
    ])
    expect(await refusal(bench.save(ChapterId, { Owners: [{ ContactId: first }, { ContactId: first }] }))).toEqual([
      422,
      '/Owners/1/ContactId',
    ])
  })

  test('keeps fields that are left out, clears by null, and accepts a chapter as it was read', async () => {
    const { ChapterId } = await bench.chapter({
      ChapterNumber: '1',
      ChapterDescription: 'a',
      PostalCodesJson: '["1 2*"]',
    })
    const read = await bench.read(ChapterId)
    expect(read.PostalCodesJson).toBe('["12*"]')
    const again = await bench.good('saveChapter', bench.save(ChapterId, read))
    expect(again.version).toBe(2)
    expect(await bench.read(ChapterId)).toEqual(read)
    await bench.save(ChapterId, {
      ChapterNumber: null,
      PrimaryCalenderId: null,
      PrimaryGroupId: null,
      PostalCodesJson: null,
    })
    expect(await bench.read(ChapterId)).toMatchObject({
      ChapterName: read.ChapterName,
      ChapterNumber: null,
      ChapterDescription: 'a',
      PrimaryCalenderId: null,
      CalendarDescription: null,
      PrimaryGroupId: null,
      GroupTypeId: null,
      PostalCodesJson: null,
    })
    expect((await events(ChapterId)).map(({ kind }) => kind)).toEqual([
      'chapter.created',
      'chapter.updated',
      'chapter.updated',
    ])
  })

  test('renames the organization, and accepts another organization', async () => {
    const { ChapterId } = await bench.chapter()
    const { OrganizationId } = await bench.read(ChapterId)
    const saved = await bench.good('saveChapter', bench.save(ChapterId, { ChapterName: 'Renamed Chapter' }))
    expect(saved.body.OrganizationName).toBe('Renamed Chapter')
    expect((await bench.row(OrganizationId as number)).Name).toBe('Renamed Chapter')
    const other = await bench.organization()
    await bench.save(ChapterId, { OrganizationContactId: String(other) })
    expect(await bench.read(ChapterId)).toMatchObject({ OrganizationId: other })
    expect(await refusal(bench.save(ChapterId, { CalendarDescription: 'x', PrimaryCalenderId: null }))).toEqual([
      422,
      '/CalendarDescription',
    ])
  })

  test('returns 412 if If-Match does not match', async () => {
    const { ChapterId } = await bench.chapter()
    expect((await bench.save(ChapterId, { ChapterNumber: 'a' }, { ifMatch: '"2"' })).statusCode).toBe(412)
    expect((await bench.save(ChapterId, { ChapterNumber: 'a' }, { ifMatch: '"1"' })).statusCode).toBe(200)
    expect((await bench.mine.delete(`/api/chapters/${ChapterId}`, { 'if-match': '"1"' })).statusCode).toBe(412)
  })

  test('creates one chapter for two requests with the same Idempotency-Key', async () => {
    const send = () =>
      bench.mine.post('/api/chapters/0/false', { ChapterName: 'Only once' }, { 'idempotency-key': 'once' })
    const first = await send()
    const second = await send()
    expect([second.statusCode, second.body]).toEqual([200, first.body])
    expect(
      await bench.server.database.system.contact.count({
        where: { tenantId: bench.mine.tenant.id, organizationName: 'Only once' },
      }),
    ).toBe(1)
  })
})

describe('GET /api/chapters/{chapterid} (getChapter)', () => {
  test('requires chapters:read, changes require chapters:write, and returns 404 for another tenant', async () => {
    const { ChapterId } = await bench.chapter()
    const reader = await bench.server.caller(bench.mine.tenant, ['chapters:read'])
    expect((await reader.get(`/api/chapters/${ChapterId}`)).statusCode).toBe(200)
    expect((await bench.save(ChapterId, {}, { caller: reader })).statusCode).toBe(403)
    expect((await reader.get('/api/chapters/contactchapter/assignzipcodes')).statusCode).toBe(403)
    expect((await reader.delete(`/api/chapters/${ChapterId}`)).statusCode).toBe(403)
    for (const call of [
      bench.theirs.get(`/api/chapters/${ChapterId}`),
      bench.save(ChapterId, { ChapterName: 'Theirs' }, { caller: bench.theirs }),
      bench.theirs.delete(`/api/chapters/${ChapterId}`),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
  })
})

describe('POST /api/chapters/{chapterid}/{forcesave} (saveChapter)', () => {
  test('keeps the organization from being deleted, and from being merged with that of another chapter', async () => {
    const one = await bench.chapter()
    const two = await bench.chapter()
    const first = await bench.read(one.ChapterId)
    const second = await bench.read(two.ChapterId)
    expect(await refusal(bench.mine.delete(`/api/contacts/${first.OrganizationId}/1`))).toEqual([409, 'in-use'])
    const merge = (WinnerContactId: unknown, LoserContactId: unknown) =>
      bench.mine.post('/api/contacts/merge', { WinnerContactId, WinnerAuditId: 1, LoserContactId, LoserAuditId: 1 })
    expect(await refusal(merge(first.OrganizationId, second.OrganizationId))).toEqual([422, 'both-chapters'])
    const winner = await bench.organization()
    expect((await merge(winner, first.OrganizationId)).statusCode).toBe(200)
    expect(await bench.read(one.ChapterId)).toMatchObject({ OrganizationId: winner })
  })
})
