import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOwner } from '#test/support/people/chapter-records'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let two: TwoChapters
beforeAll(async () => {
  two = await openTwoChapters()
}, 120_000)
afterAll(() => two.server.close())

const createSeat = async (contactId: number, roleId: number): Promise<void> => {
  const { system } = two.server.database
  const login = await system.login.create({
    data: { email: `seat${contactId}@x.example`, displayName: 'Seat', passwordHash: 'none' },
  })
  const { id: loginId, displayName } = login
  await system.staff.create({ data: { tenantId: two.admin.tenant.id, loginId, displayName, roleId, contactId } })
}

describe('a caller limited to chapters', () => {
  test('lists, counts and finds only the contacts of the chapter', async () => {
    expect(await two.names(two.owner)).toEqual(['Ann North', 'Ben Both', 'North chapter'])
    expect(await two.names(two.owner, '$search=foreign')).toEqual([])
    expect(await two.names(two.owner, '$search=north')).toEqual(['Ann North', 'North chapter'])
    expect(await two.names(two.owner, `$filter=${encodeURIComponent('SystemContactTypeId eq 1')}`)).toEqual([
      'Ann North',
      'Ben Both',
    ])
    expect(await two.names(two.admin, '$search=foreign')).toEqual(['Acme Foreign', 'Eve Foreign'])
  })

  test('gets the same response for a contact of another chapter as for a missing one, byte for byte', async () => {
    const ask = async (method: string, url: string, body?: object) => {
      const answer = await two.owner.call(method, url, body)
      return [answer.statusCode, answer.body.replace(/"(requestId|instance)":"[^"]*"/g, '')]
    }
    for (const [method, url, body] of [
      ['GET', '/api/contacts/person/ID'],
      ['GET', '/api/contacts/ID/groups'],
      ['GET', '/api/contacts/ID/duplicates'],
      ['POST', '/api/contacts/person/ID', { FirstName: 'Mine' }],
      ['DELETE', '/api/contacts/ID/1'],
    ] as const) {
      const foreign = await ask(method, url.replace('ID', String(two.ids.eve)), body)
      expect(foreign, url).toEqual(await ask(method, url.replace('ID', '2147480000'), body))
      expect(foreign[0]).toBe(404)
    }
  })

  test('learns nothing of contacts of other chapters from duplicate checks', async () => {
    const asked = { SystemContactTypeId: 2, OrganizationName: 'Acme Foreign' }
    expect((await two.save(two.admin, '/api/contacts/duplicates', asked)).length).toBe(1)
    expect(await two.save(two.owner, '/api/contacts/duplicates', asked)).toEqual([])
  })

  test('creates contacts that are in the chapter immediately, with all their records', async () => {
    const id = await two.person(
      'Cy',
      'New',
      {
        ContactList: [{ Kind: 'email', Value: 'cy@n.example' }],
        Addresses: [{ Address1: 'Way 1', City: 'Oslo' }],
      },
      two.owner,
    )
    const links = await two.server.database.system.contactChapter.findMany({
      where: { tenantId: two.admin.tenant.id, contactId: id },
    })
    expect(links.map(({ chapterId, isPrimary }) => [chapterId, isPrimary])).toEqual([[two.north.id, true]])
    const read = (await two.owner.get(`/api/contacts/person/${id}`)).json()
    expect([read.FirstName, read.ContactList.length, read.Addresses[0].City]).toEqual(['Cy', 1, 'Oslo'])
    expect((await two.rowOf(id)).city).toBe('Oslo')
  })

  test('creates contacts that are in the group and the directory of the chapter', async () => {
    const { system } = two.server.database
    const tenantId = two.admin.tenant.id
    const group = await system.group.create({ data: { tenantId, name: 'Northerners' } })
    const directory = await system.directory.create({ data: { tenantId, name: 'North', nameKey: 'north' } })
    const north = { tenantId, id: two.north.id }
    await system.chapter.updateMany({ where: north, data: { groupId: group.id, directoryId: directory.id } })
    const contactId = await two.person('In', 'Lists', {}, two.owner)
    const own = { tenantId, contactId }
    expect(await system.groupMember.count({ where: { ...own, groupId: group.id, state: 'member' } })).toBe(1)
    expect(await system.directoryListing.count({ where: { ...own, directoryId: directory.id } })).toBe(1)
    const added = { tenantId, kind: 'group.memberadded', entityId: group.id }
    const [event] = await system.outboxEvent.findMany({ where: added })
    expect(event?.payload).toMatchObject({ contactId })
    await system.chapter.updateMany({ where: north, data: { groupId: null, directoryId: null } })
  })

  test('stores nothing if a creation is rejected', async () => {
    const before = await two.server.database.system.contactChapter.count()
    const twin = { FirstName: 'Dup', LastName: 'Licate', ContactList: [{ Kind: 'email', Value: 'd@n.example' }] }
    await two.save(two.owner, '/api/contacts/person/0', twin)
    expect((await two.owner.post('/api/contacts/person/0', twin)).statusCode).toBe(409)
    expect(await two.server.database.system.contactChapter.count()).toBe(before + 1)
  })

  test('changes a member and keeps rows that show contacts of other chapters correct, in both directions', async () => {
    const before = await two.rowOf(two.ids.ann)
    expect([before.primaryOrganizationName, before.roleCount]).toEqual(['Acme Foreign', 1])
    await two.save(two.owner, `/api/contacts/person/${two.ids.ann}`, { AuditId: before.auditId, LastName: 'Northmost' })
    const after = await two.rowOf(two.ids.ann)
    expect([after.displayName, after.primaryOrganizationName, after.roleCount]).toEqual([
      'Ann Northmost',
      'Acme Foreign',
      1,
    ])
    expect((await two.rowOf(two.ids.acme)).primaryContactName).toBe('Ann Northmost')
    const read = (await two.owner.get(`/api/contacts/person/${two.ids.ann}`)).json()
    expect(read.OrganizationsAndRoles).toEqual([])
    const seen = (await two.admin.get(`/api/contacts/person/${two.ids.ann}`)).json()
    expect(seen.OrganizationsAndRoles.length).toBe(1)
  })

  test('deletes and restores members, and the counts of contacts of other chapters follow', async () => {
    const id = await two.person('Del', 'Eted', { OrganizationsAndRoles: [{ OrganizationContactId: two.ids.acme }] })
    await two.putIntoNorth(id)
    const roles = async () => (await two.rowOf(two.ids.acme)).roleCount
    const count = await roles()
    expect((await two.owner.delete(`/api/contacts/${id}/1`)).statusCode).toBe(200)
    expect(await roles()).toBe(count - 1)
    expect(await two.names(two.owner, '$search=eted')).toEqual([])
    expect((await two.owner.post(`/api/contacts/${id}/restore/2`)).statusCode).toBe(200)
    expect(await roles()).toBe(count)
  })

  test('merges members with all their records, and no other contacts', async () => {
    const winner = await two.person('Win', 'Ner', {}, two.owner)
    const loser = await two.person('Lo', 'Ser', { OrganizationsAndRoles: [{ OrganizationContactId: two.ids.acme }] })
    const merge = async (LoserContactId: number) =>
      two.owner.post('/api/contacts/merge', {
        WinnerContactId: winner,
        WinnerAuditId: (await two.rowOf(winner)).auditId,
        LoserContactId,
        LoserAuditId: (await two.rowOf(LoserContactId)).auditId,
      })
    expect((await merge(two.ids.eve)).statusCode).toBe(404)
    expect((await merge(loser)).statusCode).toBe(404)
    await two.putIntoNorth(loser)
    const merged = await merge(loser)
    expect(merged.statusCode, merged.body).toBe(200)
    const roles = await two.server.database.system.contactRole.findMany({
      where: { tenantId: two.admin.tenant.id, contactId: winner },
    })
    expect(roles.map(({ organizationId }) => organizationId)).toEqual([two.ids.acme])
    expect((await two.rowOf(winner)).primaryOrganizationName).toBe('Acme Foreign')
    expect((await two.owner.get(`/api/contacts/person/${loser}`)).json().ContactId).toBe(winner)
  })

  test('cannot take over rights by a merge: seats, chapters, and acting for contacts of other chapters', async () => {
    const { system } = two.server.database
    const tenantId = two.admin.tenant.id
    const southOwner = await addOwner(two.server, two.admin, [{ id: two.south.id, canEdit: true }])
    const seat = await two.person('Seat', 'Only')
    const owned = await two.person('Former', 'Owner')
    const login = await system.staff.findFirstOrThrow({ where: { tenantId, contactId: southOwner.contactId } })
    await createSeat(seat, login.roleId)
    await system.chapterOwner.create({ data: { tenantId, chapterId: two.south.id, contactId: owned, canEdit: true } })
    const actor = await two.person('Act', 'Or')
    const primary = await two.person('Pri', 'Mary')
    const related = await two.person('Rel', 'Ated')
    const role = await system.contactRoleType.create({
      data: { tenantId, name: 'Trustee of all', inheritsRights: true },
    })
    const roleData = { tenantId, contactId: actor, organizationId: two.ids.acme, roleTypeId: role.id }
    await system.contactRole.create({ data: roleData })
    await system.contact.update({
      where: { tenantId_id: { tenantId, id: two.ids.acme } },
      data: { primaryContactId: primary },
    })
    const type = { tenantId, systemTypeId: 1, name: 'Keeper', reverseName: 'Kept', inheritsRights: true }
    const { id: typeId } = await system.contactRelationshipType.create({ data: type })
    const relationship = { tenantId, contactId: two.ids.eve, otherContactId: related, typeId }
    await system.contactRelationship.create({ data: relationship })
    const own = await two.person('Acc', 'Omplice', {}, two.owner)
    for (const loser of [southOwner.contactId, seat, owned, actor, primary, related]) {
      await two.putIntoNorth(loser)
      for (const winner of [two.owner.contactId, own]) {
        if (winner === two.owner.contactId && loser === southOwner.contactId) await two.putIntoNorth(winner)
        const versions = {
          WinnerAuditId: (await two.rowOf(winner)).auditId,
          LoserAuditId: (await two.rowOf(loser)).auditId,
        }
        const sent = { WinnerContactId: winner, LoserContactId: loser, ...versions }
        const answer = await two.owner.post('/api/contacts/merge', sent)
        expect(answer.json(), `loser ${loser}`).toMatchObject({ status: 403, code: 'beyond-chapters' })
        expect((await two.rowOf(loser)).mergedIntoId).toBeNull()
      }
    }
    // The organization of a chapter identifies the chapter.
    const club = (await two.save(two.owner, '/api/contacts/org/0', { OrganizationName: 'Club' })).ContactId ?? 0
    const { organizationId } = two.north
    const answer = await two.owner.post('/api/contacts/merge', {
      WinnerContactId: club,
      WinnerAuditId: 1,
      LoserContactId: organizationId,
      LoserAuditId: (await two.rowOf(organizationId)).auditId,
    })
    expect(answer.json()).toMatchObject({ status: 403, code: 'beyond-chapters' })
    const limits = await system.chapterOwner.findMany({ where: { tenantId, contactId: two.owner.contactId } })
    expect(limits.map(({ chapterId }) => chapterId)).toEqual([two.north.id])
  })

  test('cannot relate a member to a contact of another chapter', async () => {
    const AuditId = (await two.rowOf(two.ids.ben)).auditId
    const roles = [{ OrganizationContactId: two.ids.acme, Title: 'Spy' }]
    const missing = [{ OrganizationContactId: 2147480000, Title: 'Spy' }]
    const tie = async (OrganizationsAndRoles: object[]) => {
      const answer = await two.owner.post(`/api/contacts/person/${two.ids.ben}`, { AuditId, OrganizationsAndRoles })
      expect(answer.statusCode).toBe(422)
      return answer.json().errors
    }
    expect(await tie(roles)).toEqual(await tie(missing))
    const type = await two.server.database.system.contactRelationshipType.findFirstOrThrow({
      where: { tenantId: two.admin.tenant.id, name: 'Spouse' },
    })
    const related = await two.owner.post(`/api/contacts/${two.ids.ben}/relationships/0`, {
      OtherContactId: two.ids.eve,
      ContactRelationshipTypeId: type.id,
    })
    expect(related.statusCode, related.body).toBe(422)
  })

  test('gives a member a separate address if a contact of another chapter shares the old one', async () => {
    const first = await two.person('Share', 'One')
    const second = await two.person('Share', 'Two')
    const made = await two.save(two.admin, `/api/contacts/${first}/addresses/0`, { Address1: 'Old 1', City: 'Bergen' })
    await two.save(two.admin, `/api/contacts/${second}/addresses/0`, { AddressId: made.AddressId })
    await two.putIntoNorth(first)
    const change = { AuditId: made.AuditId, AddressAuditId: made.AddressAuditId, City: 'Oslo' }
    const changed = await two.save(two.owner, `/api/contacts/${first}/addresses/${made.ContactAddressId}`, change)
    expect(changed.AddressId).not.toBe(made.AddressId)
    expect([(await two.rowOf(first)).city, (await two.rowOf(second)).city]).toEqual(['Oslo', 'Bergen'])
  })

  test('uses the value lists of the tenant and cannot change them', async () => {
    const tag = await two.save(two.admin, `/api/contacts/${two.ids.eve}/tags`, { Name: 'VIP' })
    await two.save(two.owner, `/api/contacts/${two.ids.ben}/tags`, { Name: 'vip' })
    const group = await two.save(two.admin, '/api/groups/0', { Name: 'Everybody' })
    expect((await two.owner.get('/api/contacts/tags')).json()[0].Name).toBe('VIP')
    await two.save(two.admin, `/api/groups/${group.GroupId}/members`, { ContactIds: [two.ids.ann, two.ids.eve] })
    await two.save(two.owner, `/api/groups/${group.GroupId}/members`, { ContactIds: [two.ids.ben] })
    const members = (await two.owner.get(`/api/groups/${group.GroupId}/members`)).json()
    expect(members.Results.map(({ ContactId }: { ContactId: number }) => ContactId).sort()).toEqual(
      [two.ids.ann, two.ids.ben].sort(),
    )
    expect(members.TotalRecordAvailable).toBe('2')
    expect((await two.owner.get(`/api/groups/${group.GroupId}`)).json().MemberCount).toBe(2)
    expect((await two.admin.get(`/api/groups/${group.GroupId}`)).json().MemberCount).toBe(3)
    const foreign = await two.owner.post(`/api/groups/${group.GroupId}/members`, { ContactIds: [two.ids.eve] })
    expect(foreign.statusCode).toBe(422)
    for (const [url, body] of [
      [`/api/contacts/${two.ids.ben}/tags`, { Name: 'Mine' }],
      [`/api/contacts/tags/${tag.TagId}`, { Name: 'Mine' }],
      ['/api/groups/0', { Name: 'Mine' }],
      [`/api/groups/${group.GroupId}`, { Name: 'Mine', AuditId: 1 }],
    ] as const) {
      const answer = await two.owner.post(url, body)
      expect([answer.statusCode, answer.json().code], url).toEqual([403, 'beyond-chapters'])
    }
  })

  test('has signatures, and does not see those of others', async () => {
    await two.save(two.admin, '/api/signatures/0', { Name: 'Theirs', SignatureHtml: '<p>x</p>' })
    await two.save(two.owner, '/api/signatures/0', { Name: 'Mine', SignatureHtml: '<p>x</p>' })
    const mine = (await two.owner.get('/api/signatures/currentusersignatures')).json()
    expect(mine.map(({ Name, ContactId }: { Name: string; ContactId: string }) => [Name, ContactId])).toEqual([
      ['Mine', String(two.owner.contactId)],
    ])
  })

  test('can repeat a POST under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await two.owner.post('/api/contacts/person/0', { FirstName: 'Once', LastName: 'Only' }, key)
    const again = await two.owner.post('/api/contacts/person/0', { FirstName: 'Once', LastName: 'Only' }, key)
    expect(again.json().ContactId).toBe(first.json().ContactId)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('has no access to keys, clients and other areas', async () => {
    for (const url of ['/api/applicationpermissions/apikeys', '/api/applicationpermissions/oauthclients'])
      expect((await two.owner.get(url)).statusCode).toBe(401)
    expect((await two.owner.post('/api/applicationpermissions/apikeys/0', { ApplicationName: 'Key' })).statusCode).toBe(
      401,
    )
  })
})
