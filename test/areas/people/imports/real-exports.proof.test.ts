import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { imported, type ShownImport } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const file = (name: string): Buffer => readFileSync(new URL(`./files/${name}`, import.meta.url))

const importFile = (caller: TestCaller, name: string, options: object = {}): Promise<ShownImport> =>
  imported(server, caller, file(name), options, name)

const withTypes = async (...names: string[]): Promise<TestCaller> => {
  const caller = await server.tenant()
  for (const Name of names) await caller.post('/api/membershiptypes/0', { Name, TermMonths: 12 })
  return caller
}

const where = ({ tenant }: TestCaller) => ({ tenantId: tenant.id })
const contactsOf = (caller: TestCaller) =>
  server.database.system.contact.findMany({ where: where(caller), orderBy: { id: 'asc' } })
const addressesOf = (caller: TestCaller) =>
  server.database.system.address.findMany({ where: where(caller), orderBy: { id: 'asc' } })
const suppressionsOf = async (caller: TestCaller) =>
  (await server.database.system.mailSuppression.findMany({ where: where(caller), orderBy: { addressKey: 'asc' } })).map(
    ({ addressKey, reason }) => [addressKey, reason],
  )
const groupsOf = async (caller: TestCaller) => {
  const { Results } = (await caller.get('/api/groups')).json()
  return Results.map(({ Name, MemberCount }: { Name: string; MemberCount: number }) => [Name, MemberCount]).sort()
}
const tagsOf = async (caller: TestCaller) =>
  (await server.database.system.tag.findMany({ where: where(caller), orderBy: { name: 'asc' } })).map(
    ({ name }) => name,
  )

describe('POST /api/imports (startImport): CiviCRM', () => {
  test('imports individuals, organizations and households with groups, tags, employers and mail preferences', async () => {
    const caller = await server.tenant()
    const done = await importFile(caller, 'civicrm-contacts.csv')
    expect(done).toMatchObject({ Preset: 'CiviCRM', Created: 5, Refused: 1, GroupsCreated: 2, AddressesSuppressed: 2 })
    const people = (await contactsOf(caller)).filter(({ systemTypeId }) => systemTypeId === 1)
    const [brittney, ...others] = ['Brittney', 'Ivan', 'Lou'].map((name) =>
      people.find((one) => one.firstName === name),
    )
    expect(brittney).toMatchObject({
      prefix: 'Ms.',
      firstName: 'Brittney',
      primaryTitle: 'Director',
      genderId: 1,
      accountNumber: 'A-203',
      phone: '(337) 555-0142',
      city: 'Lafayette',
      countryName: 'United States of America',
      primaryOrganizationName: 'Harbor Trust',
    })
    expect(others.map((one) => one?.emailStatus)).toEqual([1, 2])
    expect(await addressesOf(caller)).toContainEqual(
      expect.objectContaining({ address1: '27 Cadell Ave', address2: 'Apt 4, c/o Reed', stateProvince: 'Louisiana' }),
    )
    const organizations = (await contactsOf(caller)).filter(({ systemTypeId }) => systemTypeId === 2)
    expect(organizations.map(({ organizationName }) => organizationName)).toEqual(['Harbor Trust', 'Reed household'])
    expect(await groupsOf(caller)).toEqual([
      ['Advisory Board', 1],
      ['Newsletter Subscribers', 2],
    ])
    expect(await tagsOf(caller)).toEqual(['Major Donor', 'Volunteer'])
    expect(await suppressionsOf(caller)).toEqual([
      ['ivan@post.example', 'unsubscribed'],
      ['lou@post.example', 'bounced'],
    ])
    expect(done.Reasons.map(({ Reason }) => Reason).sort()).toEqual([
      expect.stringMatching(/^Country: must be a country/),
      'Email: must be an email address',
    ])
  })

  test('adds memberships to the contacts that an earlier file has created, by their number', async () => {
    const caller = await withTypes('General', 'Student')
    await importFile(caller, 'civicrm-contacts.csv')
    const before = (await contactsOf(caller)).length
    expect(before).toBe(5)
    const done = await importFile(caller, 'civicrm-memberships.csv', { Match: 'AccountNumber' })
    expect(done).toMatchObject({ Preset: 'CiviCRM memberships', Created: 0, Refused: 1, MembershipsCreated: 3 })
    expect(await contactsOf(caller)).toHaveLength(before)
    const { Results } = (await caller.get('/api/memberships?$orderby=StartDate')).json()
    expect(Results).toMatchObject([
      { MembershipType: 'Student', Status: 'Dropped' },
      { MembershipType: 'General', Status: 'Cancelled' },
      { MembershipType: 'General', Status: 'Active', StartDate: '2026-03-01', ExpirationDate: '2199-02-28' },
    ])
    const again = await importFile(caller, 'civicrm-memberships.csv', { Match: 'AccountNumber' })
    expect(again).toMatchObject({ Unchanged: expect.any(Number), Refused: 1 })
  })
})

describe('POST /api/imports (startImport): CiviCRM without names and numbers', () => {
  const CONTACTS =
    'Internal Contact ID,Contact Type,Contact Subtype,External Identifier,Sort Name,First Name,Last Name,Organization Name,Email\n' +
    '301,Individual,,,only@post.example,,,,only@post.example\n' +
    '302,Individual,,EXT-7,"Hart, Olive",Olive,Hart,,olive@post.example\n' +
    '303,Organization,,,,,,,nameless@post.example\n'
  const MEMBERSHIPS =
    'Contact ID,Contact Type,Sort Name,External Identifier,Membership ID,Membership Type,Member Since,Membership Start Date,Membership Expiration Date\n' +
    '301,Individual,only@post.example,,11,General,2020-01-01,2026-01-01,2199-12-31\n'

  test('recognizes a file with few columns by its identifier, groups and tags', async () => {
    const caller = await server.tenant()
    const headers = 'Contact ID,Contact Type,External Identifier,First Name,Group(s),Tag(s),Do Not Email'
    const done = await imported(server, caller, `${headers}\n301,Individual,,Olive,Newsletter,Donor,\n`)
    expect(done).toMatchObject({ Preset: 'CiviCRM', Created: 1, GroupsCreated: 1 })
    expect(await contactsOf(caller)).toMatchObject([{ accountNumber: 'civicrm-301' }])
    expect(await tagsOf(caller)).toEqual(['Donor'])
    const other = await imported(server, caller, 'Contact ID,First Name,Groups,Tags\n302,Ada,,Donor\n')
    expect(other).toMatchObject({ Preset: 'None' })
  })

  test('names a person without a name by the mail address, and keeps the id of CiviCRM as the number', async () => {
    const caller = await withTypes('General')
    const done = await imported(server, caller, CONTACTS)
    expect(done).toMatchObject({ Preset: 'CiviCRM', Created: 2, Refused: 1 })
    expect(await contactsOf(caller)).toMatchObject([
      { displayName: 'only@post.example', accountNumber: 'civicrm-301' },
      { displayName: 'Olive Hart', accountNumber: 'EXT-7' },
    ])
    const memberships = await imported(server, caller, MEMBERSHIPS, { Match: 'AccountNumber' })
    expect(memberships).toMatchObject({ Created: 0, Refused: 0, MembershipsCreated: 1 })
    const { Results } = (await caller.get('/api/memberships')).json()
    expect(Results).toMatchObject([{ MembershipType: 'General', Status: 'Active' }])
  })

  test('changes neither the name nor the number of a contact that a row finds', async () => {
    const caller = await server.tenant()
    await imported(server, caller, 'First name,Last name,Email,Account number\nOnly,One,only@post.example,77\n')
    const done = await imported(server, caller, CONTACTS, { Match: 'Email', OnlyUpdates: true })
    expect(done).toMatchObject({ Created: 0, Updated: 0, Unchanged: 1, Refused: 2 })
    expect(await contactsOf(caller)).toMatchObject([{ displayName: 'Only One', commonName: null, accountNumber: '77' }])
  })
})

describe('POST /api/imports (startImport): Wild Apricot', () => {
  test('imports members with their level as type, renewal dates, groups and mail preferences', async () => {
    const caller = await withTypes('Individual')
    const done = await importFile(caller, 'wild-apricot.csv')
    expect(done).toMatchObject({ Preset: 'Wild Apricot', Refused: 1, GroupsCreated: 2, MembershipsCreated: 3 })
    const { Results } = (await caller.get('/api/memberships?$orderby=StartDate')).json()
    expect(Results).toMatchObject([
      { Status: 'Dropped', StartDate: '2018-05-05' },
      { Status: 'Active', StartDate: '2020-01-12', ExpirationDate: '2199-01-11' },
      { Status: 'Pending' },
    ])
    expect(await groupsOf(caller)).toEqual([
      ['Board', 2],
      ['Regatta Committee', 1],
    ])
    const [dana] = (await contactsOf(caller)).filter(({ firstName }) => firstName === 'Dana')
    expect(dana).toMatchObject({ accountNumber: '41230001', primaryOrganizationName: 'Reyes Marine' })
    expect(await suppressionsOf(caller)).toEqual([
      ['kim@post.example', 'bounced'],
      ['sam@post.example', 'unsubscribed'],
    ])
    expect(done.Reasons.map(({ Reason }) => Reason)).toEqual(['Member since: must be a date, such as 2026-03-31'])
  })
})

describe('POST /api/imports (startImport): Mailchimp', () => {
  test('imports subscribed, unsubscribed and cleaned contacts, and those of the last two get no mail', async () => {
    const caller = await server.tenant()
    const subscribed = await importFile(caller, 'mailchimp-subscribed.csv')
    expect(subscribed).toMatchObject({ Preset: 'Mailchimp', Created: 2, Refused: 1, AddressesSuppressed: 0 })
    const [urist, only] = await contactsOf(caller)
    expect([urist?.displayName, only?.displayName]).toEqual(['Urist McVankab', 'only@post.example'])
    expect(await addressesOf(caller)).toMatchObject([
      { address1: '123 Main St', address2: 'Apt 7', city: 'Atlanta', stateProvince: 'GA', postalCode: '30308' },
    ])
    expect(await tagsOf(caller)).toEqual(['Board, former', 'VIP'])
    const unsubscribed = await importFile(caller, 'mailchimp-unsubscribed.csv', { Match: 'Email' })
    expect(unsubscribed).toMatchObject({ Created: 1, Updated: 1, AddressesSuppressed: 2 })
    const cleaned = await importFile(caller, 'mailchimp-cleaned.csv', { Match: 'Email' })
    expect(cleaned).toMatchObject({ Created: 1, AddressesSuppressed: 1 })
    expect(await suppressionsOf(caller)).toEqual([
      ['dead@post.example', 'bounced'],
      ['gone@post.example', 'unsubscribed'],
      ['urist@post.example', 'unsubscribed'],
    ])
    expect((await contactsOf(caller)).map(({ emailStatus }) => emailStatus)).toEqual([1, 0, 1, 2])
  })
})

describe('POST /api/imports (startImport): Excel', () => {
  test.each(['excel-german.csv', 'excel-unicode.txt'])(
    'imports German headers, words, dates and numbers: %s',
    async (name) => {
      const caller = await withTypes('Regulär')
      await addField(server.database, caller.tenant.id, { name: 'Spende', dataTypeId: 4 })
      const done = await importFile(caller, name, { CreateGroups: true })
      expect(done).toMatchObject({ Preset: 'Excel', Created: 3, Refused: 1, GroupsCreated: 2, MembershipsCreated: 2 })
      const contacts = await contactsOf(caller)
      expect(contacts).toMatchObject([
        { displayName: 'Frau Käthe Groß', accountNumber: '1001', genderId: 1, countryName: 'Germany' },
        { displayName: 'Herr Jürgen Müller', genderId: 2, countryName: 'Austria' },
        { displayName: 'Müller & Söhne GmbH', systemTypeId: 2, countryName: 'Switzerland' },
      ])
      expect(await addressesOf(caller)).toMatchObject([
        { address1: 'Am Hafen 3a', postalCode: '20457' },
        { address1: 'Bahnhofstr.', address2: 'Hinterhaus 12' },
        { address1: 'Industriestraße 7' },
      ])
      const { CustomFields } = (await caller.get(`/api/contacts/person/${contacts[0]?.id}`)).json()
      expect(CustomFields).toMatchObject([{ Name: 'Spende', Value: '1234.50' }])
      const { Results } = (await caller.get('/api/memberships?$orderby=MembershipId')).json()
      expect(Results[0]).toMatchObject({ Status: 'Active', StartDate: '2015-04-01', ExpirationDate: '2199-12-31' })
      expect(Results[1]).toMatchObject({ Status: 'Active' })
      expect(done.Reasons.map(({ Reason }) => Reason)).toEqual(['Eintrittsdatum: must be a date, such as 2026-03-31'])
    },
  )

  test('finds the order of the days of an English file by its dates, and keeps the lines of an address', async () => {
    const caller = await withTypes('Regulär')
    const done = await importFile(caller, 'excel-english.csv')
    expect(done).toMatchObject({ Created: 2, Refused: 0, MembershipsCreated: 2, Options: { DateOrder: 'DMY' } })
    expect(await addressesOf(caller)).toMatchObject([
      { address1: '"The Old Mill"', address2: 'Mill Lane', city: 'Wells', postalCode: 'BA5 2RR', countryId: 826 },
    ])
  })
})
