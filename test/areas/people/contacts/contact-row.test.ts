import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const post = async (operationId: string, url: string, body: Json = {}) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json

describe('the primary detail of its kind', () => {
  const KINDS = [
    [
      'emails',
      'saveContactEmail',
      'makeContactEmailPrimary',
      'EmailAddressId',
      'EmailAddress',
      'EmailAddress',
      ['a@x.example', 'b@x.example'],
    ],
    [
      'phones',
      'saveContactPhone',
      'makeContactPhonePrimary',
      'PhoneId',
      'Phone',
      'Phone',
      ['202 456 1111', '202 456 2222'],
    ],
    [
      'addresses',
      'saveContactAddress',
      'makeContactAddressPrimary',
      'ContactAddressId',
      'City',
      'City',
      ['Oslo', 'Bergen'],
    ],
  ] as const

  test.each(KINDS)(
    'of the %s is the first one, then the one that is made it, then the oldest left',
    async (path, save, make, id, field, column, [one, two]) => {
      const contactId = await bench.person()
      const first = await post(save, `${contactId}/${path}/0`, { [field]: one })
      const second = await post(save, `${contactId}/${path}/0`, { [field]: two })
      expect(await bench.row(contactId)).toMatchObject({ [column]: one })
      const version = await bench.version(contactId)
      await post(make, `${contactId}/${path}/${second[id]}/primary`)
      expect(await bench.row(contactId)).toMatchObject({ [column]: two })
      await post(make, `${contactId}/${path}/${second[id]}/primary`)
      expect(await bench.version(contactId)).toBe(version + 1)
      await bench.mine.delete(`/api/contacts/${contactId}/${path}/${second[id]}`)
      expect(await bench.row(contactId)).toMatchObject({ [column]: one })
      await bench.mine.delete(`/api/contacts/${contactId}/${path}/${first[id]}`)
      expect(await bench.row(contactId)).toMatchObject({ [column]: null })
      expect(await refusal(bench.mine.post(`/api/contacts/${contactId}/${path}/${first[id]}/primary`))).toEqual([
        404,
        'not-found',
      ])
    },
  )

  test('website is the first one until another is made it', async () => {
    const contactId = await bench.person()
    await post('saveContactWebsite', `${contactId}/websites/0`, { Url: 'https://one.example' })
    const two = await post('saveContactWebsite', `${contactId}/websites/0`, { Url: 'two.example' })
    expect(two).toMatchObject({ Url: 'https://two.example', IsPrimary: false })
    await post('makeContactWebsitePrimary', `${contactId}/websites/${two.WebAddressId}/primary`)
    const listed = (await bench.mine.get(`/api/contacts/${contactId}/websites`)).json()
    expect(listed.map(({ Url }: Json) => Url)).toEqual(['https://two.example', 'https://one.example'])
  })
})

test('an email address is on a contact once, whatever its case, also when many add it at once', async () => {
  const contactId = await bench.person()
  const add = (EmailAddress: string) => bench.mine.post(`/api/contacts/${contactId}/emails/0`, { EmailAddress })
  const answers = await Promise.all(['ada@x.example', 'ADA@x.example', 'Ada@X.example'].map(add))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})

test('a phone number without a country code is one of the tenant’s country', async () => {
  const contactId = await bench.person()
  expect(await post('saveContactPhone', `${contactId}/phones/0`, { Phone: '(202) 456-1111' })).toMatchObject({
    PhoneE164: '+12024561111',
  })
  expect(await post('saveContactPhone', `${contactId}/phones/0`, { Phone: '+46 8 12345678' })).toMatchObject({
    PhoneE164: '+46812345678',
  })
})

describe('a shared address', () => {
  test('is not changed under the others: who changes it gets one of its own', async () => {
    const [one, two] = [await bench.person(), await bench.person()]
    const first = await post('saveContactAddress', `${one}/addresses/0`, { City: 'Oslo', CountryId: 578 })
    const shared = await post('saveContactAddress', `${two}/addresses/0`, { AddressId: first.AddressId })
    expect(shared).toMatchObject({ AddressId: first.AddressId, City: 'Oslo' })
    const moved = await post('saveContactAddress', `${two}/addresses/${shared.ContactAddressId}`, {
      AuditId: 1,
      City: 'Bergen',
    })
    expect(moved.AddressId).not.toBe(first.AddressId)
    expect(await bench.row(one)).toMatchObject({ City: 'Oslo', CountryId: 578 })
    expect(await bench.row(two)).toMatchObject({ City: 'Bergen', CountryId: 578 })
    const alone = await post('saveContactAddress', `${one}/addresses/${first.ContactAddressId}`, {
      AuditId: 1,
      City: 'Moss',
    })
    expect(alone).toMatchObject({ AddressId: first.AddressId, AddressAuditId: 2, AuditId: 2 })
  })

  test('of another tenant, and a country that is none, are refused', async () => {
    const contactId = await bench.person()
    const foreign = await bench.theirs.post(`/api/contacts/${await bench.person(bench.theirs)}/addresses/0`, {
      City: 'X',
    })
    const add = (body: Json) => refusal(bench.mine.post(`/api/contacts/${contactId}/addresses/0`, body))
    expect(await add({ AddressId: foreign.json().AddressId })).toEqual([422, '/AddressId'])
    expect(await add({ City: 'X', CountryId: 7 })).toEqual([422, '/CountryId'])
  })
})

describe('a role', () => {
  test('is made from either side, shows on both, and makes the person’s organization', async () => {
    const [personId, orgId] = [await bench.person(), await bench.organization()]
    const role = await post('saveContactRole', `${personId}/roles/0`, {
      OrganizationContactId: orgId,
      Title: 'Director',
      RoleStartDate: '2026-01-01T00:00:00Z',
    })
    expect(role).toMatchObject({
      ContactId: personId,
      OrganizationContactId: orgId,
      ContactRoleAuditId: 1,
      RoleStartDate: '2026-01-01T00:00:00Z',
    })
    expect(await bench.row(personId)).toMatchObject({ ContactRoleCount: 1, OrganizationContactId: orgId })
    expect(await bench.row(orgId)).toMatchObject({ ContactRoleCount: 1 })
    const other = await post('saveContactRole', `${orgId}/roles/0`, { ContactId: personId, Title: 'Chair' })
    expect((await bench.mine.get(`/api/contacts/${personId}/roles`)).json()).toHaveLength(2)
    expect((await bench.mine.get(`/api/contacts/${orgId}/roles`)).json()).toHaveLength(2)
    expect([await bench.version(personId), await bench.version(orgId)]).toEqual([3, 3])
    const ended = await post('saveContactRole', `${personId}/roles/${role.ContactRoleId}`, {
      ContactRoleAuditId: 1,
      RoleEndDate: '2026-02-01',
    })
    expect(ended).toMatchObject({ Title: 'Director', RoleEndDate: '2026-02-01T00:00:00Z', ContactRoleAuditId: 2 })
    const removed = await bench.mine.delete(`/api/contacts/${orgId}/roles/${other.ContactRoleId}`)
    expect(removed.statusCode).toBe(200)
    expect(await bench.row(personId)).toMatchObject({ ContactRoleCount: 1 })
  })

  test('is refused where its parts do not fit', async () => {
    const [personId, orgId] = [await bench.person(), await bench.organization()]
    const foreignOrg = await bench.organization(bench.theirs)
    const add = (id: number, body: Json) => refusal(bench.mine.post(`/api/contacts/${id}/roles/0`, body))
    expect(await add(personId, {})).toEqual([422, '/OrganizationContactId'])
    expect(await add(personId, { OrganizationContactId: foreignOrg })).toEqual([422, '/OrganizationContactId'])
    expect(await add(personId, { OrganizationContactId: await bench.person() })).toEqual([
      422,
      '/OrganizationContactId',
    ])
    expect(await add(orgId, { ContactId: await bench.organization() })).toEqual([422, '/ContactId'])
    expect(await add(personId, { OrganizationContactId: orgId, RoleId: 2147480000 })).toEqual([422, '/RoleId'])
    const period = { RoleStartDate: '2026-02-01', RoleEndDate: '2026-01-01' }
    expect(await add(personId, { OrganizationContactId: orgId, ...period })).toEqual([400, '/RoleEndDate'])
    const role = await post('saveContactRole', `${personId}/roles/0`, { OrganizationContactId: orgId })
    expect(
      await refusal(bench.mine.post(`/api/contacts/${personId}/roles/${role.ContactRoleId}`, { Title: 'x' })),
    ).toEqual([409, 'stale-audit-id'])
    expect(
      await refusal(bench.mine.delete(`/api/contacts/${await bench.person()}/roles/${role.ContactRoleId}`)),
    ).toEqual([404, 'not-found'])
  })
})

test('role types are the tenant’s own: named once, not deleted while a role has one', async () => {
  const saved = await post('saveContactRoleType', 'roletypes/0', { Name: 'Treasurer', DisplayOrder: 3 })
  expect(await refusal(bench.mine.post('/api/contacts/roletypes/0', { Name: 'TREASURER' }))).toEqual([409, 'duplicate'])
  expect(await refusal(bench.mine.post('/api/contacts/roletypes/0', { Name: ' ' }))).toEqual([400, '/Name'])
  const personId = await bench.person()
  const role = await post('saveContactRole', `${personId}/roles/0`, {
    OrganizationContactId: await bench.organization(),
    RoleId: saved.RoleId,
  })
  expect(await refusal(bench.mine.delete(`/api/contacts/roletypes/${saved.RoleId}`))).toEqual([409, 'in-use'])
  const listed = (await bench.good('listContactRoleTypes', bench.mine.get('/api/contacts/roletypes'))).body as Json[]
  expect(listed.find(({ RoleId }) => RoleId === saved.RoleId)).toMatchObject({ RoleCount: 1 })
  await bench.mine.delete(`/api/contacts/${personId}/roles/${role.ContactRoleId}`)
  expect((await bench.mine.delete(`/api/contacts/roletypes/${saved.RoleId}`)).statusCode).toBe(200)
  expect(await refusal(bench.theirs.post(`/api/contacts/roletypes/${saved.RoleId}`, { Name: 'x' }))).toEqual([
    404,
    'not-found',
  ])
})

describe('the profile image', () => {
  test('is set, read, described and removed', async () => {
    const contactId = await bench.person()
    const url = `/api/contacts/${contactId}/image`
    expect((await bench.good('getContactImage', bench.mine.get(url))).body).toMatchObject({ Url: null })
    await post('saveContactImage', `${contactId}/image`, { Url: 'https://img.example/a.png', Width: 40, Height: 30 })
    await post('saveContactImage', `${contactId}/image`, { Caption: 'Ada' })
    expect((await bench.mine.get(url)).json()).toEqual({
      FileId: null,
      Url: 'https://img.example/a.png',
      Width: 40,
      Height: 30,
      Caption: 'Ada',
      ShortDescription: null,
    })
    expect(await bench.row(contactId)).toMatchObject({ ImageUrl: 'https://img.example/a.png' })
    expect((await bench.mine.delete(url)).statusCode).toBe(200)
    expect(await refusal(bench.mine.delete(url))).toEqual([404, 'not-found'])
    expect(await bench.version(contactId)).toBe(4)
  })

  test.each([
    [{ Caption: 'no image yet' }, '/Url'],
    [{ Url: 'http://img.example/a.png' }, '/Url'],
    [{ Url: 'data:image/png;base64,AA' }, '/Url'],
    [{ Url: 'https://img.example/a.png', Width: 0 }, '/Width'],
  ])('refuses %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post(`/api/contacts/${await bench.person()}/image`, body))).toEqual([400, pointer])
  })
})

test('a communication that went out changes its status and category alone', async () => {
  const contactId = await bench.person()
  const draft = await post('saveContactCommunication', `${contactId}/communications/0`, {
    CommunicationTypeId: 1,
    Subject: 'Hello',
    Body: '<p onclick="x()">Hi</p><script>1</script>',
  })
  expect(draft).toMatchObject({
    Body: '<p>Hi</p>',
    CommunicationStatusTypeId: 1,
    FromDisplayName: 'test',
    FromInitials: 'T',
  })
  const url = `${contactId}/communications/${draft.CommunicationId}`
  await post('saveContactCommunication', url, { AuditId: 1, CommunicationStatusTypeId: 2 })
  expect(await refusal(bench.mine.post(`/api/contacts/${url}`, { AuditId: 2, Subject: 'Other' }))).toEqual([
    422,
    'communication-sent',
  ])
  expect(await post('saveContactCommunication', url, { AuditId: 2, Category: 'News' })).toMatchObject({
    AuditId: 3,
    Category: 'News',
  })
  expect((await bench.good('getContactCommunication', bench.mine.get(`/api/contacts/${url}`))).body).toMatchObject({
    Body: '<p>Hi</p>',
  })
})

test('activities and communications come in pages, latest first, with the exact count', async () => {
  const contactId = await bench.person()
  for (const day of ['01', '03', '02']) {
    await post('saveContactActivity', `${contactId}/activities/0`, {
      ActivityTypeId: 1,
      Description: day,
      ActivityDate: `2026-01-${day}`,
    })
  }
  const page = (await bench.mine.get(`/api/contacts/${contactId}/activities?Take=1&Skip=1`)).json()
  expect([page.TotalRecordAvailable, page.Results.map(({ Description }: Json) => Description)]).toEqual(['3', ['02']])
  expect(await refusal(bench.mine.get(`/api/contacts/${contactId}/activities?Take=1001`))).toEqual([400, 'query:Take'])
  expect(
    (await bench.mine.get(`/api/contacts/${contactId}/activities?ActivityTypeId=2`)).json().TotalRecordAvailable,
  ).toBe('0')
})
