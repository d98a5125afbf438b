import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { imported, type ShownImport, uploadTable } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const office = async (): Promise<TestCaller> => {
  const caller = await server.tenant()
  await caller.post('/api/membershiptypes/0', { Name: 'Annual', TermMonths: 12 })
  return caller
}

type Warnings = ShownImport['Warnings']

/** Previews and checks a file, then imports it by the options of the check, as the console does. All of them name the same. */
const warningsOf = async (caller: TestCaller, content: string, Options: object = {}): Promise<Warnings> => {
  const FileId = await uploadTable(caller, content)
  const preview = (await caller.post('/api/imports/preview', { FileId, Options })).json()
  const dry = await imported(server, caller, content, { ...Options, IsDryRun: true })
  const done = await imported(server, caller, content, { ...dry.Options, IsDryRun: false })
  expect(preview.Warnings).toEqual(done.Warnings)
  expect(dry.Warnings).toEqual(done.Warnings)
  expect(dry.Refused).toBe(done.Refused)
  return done.Warnings
}

const briefly = (warnings: Warnings) => warnings.map(({ Kind, Count, Lines }) => [Kind, Count, Lines])

describe('POST /api/imports (startImport): guesses', () => {
  test('names each kind of guess with its rows', async () => {
    const caller = await office()
    const content =
      'Name,Email,Zip,Country,Membership Type,Member Since,Membership Start Date,Membership End Date\n' +
      'Ann Lee,ann\u200b@lee.example,,,,,,\n' +
      '"Moe, Ida",ida@moe.example\u200b,,,,,,\n' +
      '"Ray, Uma", \u2060uma@ray.example,,,,,,\n' +
      'KING Robert,,1067,DE,,,,\n' +
      '"Reyes, Dana",,20457,DE,Annual,2001-05-06,2026-01-01,2026-12-31\n' +
      '"Long, Eve",,,,Annual,,,31.12.30\n' +
      '"Byron, Ada",,,,Annual,45000,,\n' +
      '"Lind, Erik",,,,Annual,,01/02/2026,01/02/2027\n'
    const warnings = await warningsOf(caller, content)
    expect(briefly(warnings)).toEqual([
      ['InvisibleCharacters', 3, [2, 3, 4]],
      ['NameOrder', 1, [2]],
      ['NameOrder', 1, [5]],
      ['PostalCode', 1, [5]],
      ['Century', 1, [7]],
      ['MembershipTerm', 1, [7]],
      ['SpreadsheetDate', 1, [8]],
      ['MembershipTerm', 1, [8]],
      ['DateOrder', 1, [9]],
      ['DateOrder', 1, [9]],
    ])
    expect(warnings.map(({ Message }) => Message)).toEqual([
      expect.stringContaining('Email: '),
      expect.stringMatching(/^Name: .*NameOrder decides it$/),
      expect.stringContaining('capital letters'),
      expect.stringContaining('Zip: '),
      expect.stringMatching(/^Membership End Date: .*Century decides it$/),
      expect.stringContaining('counted back from its end by whole terms'),
      expect.stringContaining('Member Since: '),
      expect.stringContaining('current term'),
      expect.stringMatching(/^Membership Start Date: the order MDY .*DateOrder decides it$/),
      expect.stringContaining('Membership End Date: the order MDY'),
    ])
    expect(JSON.stringify(warnings), 'no values').not.toMatch(/lee\.example|1067/)
  })

  test('counts all rows of a guess, names the first of them, and does not name refused rows', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `Ann Lee${at},ann${at}@lee.example\n`).join('')
    const warnings = await warningsOf(await office(), `Name,Email\nNo Address,none\n${rows}`)
    expect(warnings).toMatchObject([{ Kind: 'NameOrder', Line: 3, Count: 600, Lines: [3, 4, 5, 6, 7] }])
  })

  test('has no warnings for what is chosen or shown', async () => {
    const content =
      'Name,Membership Type,Membership Start Date,Membership End Date\n' +
      'Ann Lee,Annual,01/02/26,01/02/27\nEve Long,Annual,03/04/26,03/04/27\n'
    const chosen = { DateOrder: 'DMY', Century: 2000, NameOrder: 'LastFirst' }
    const caller = await office()
    expect(await warningsOf(caller, content, chosen)).toEqual([])
    const { Results } = (await caller.get('/api/memberships?$orderby=MembershipId')).json()
    expect(Results[0]).toMatchObject({ StartDate: '2026-02-01', ExpirationDate: '2027-02-01' })
    const people = (await caller.get('/api/contacts?$orderby=ContactId')).json().Results
    const first = (await caller.get(`/api/contacts/person/${people[0].ContactId}`)).json()
    expect(first).toMatchObject({ FirstName: 'Lee', LastName: 'Ann' })
  })

  test('refuses rows whose meaning is open, and names the option that decides it', async () => {
    const caller = await office()
    await addField(server.database, caller.tenant.id, { name: 'Audited', dataTypeId: 6 })
    const content =
      'Name,Audited,Membership Type,Membership Start Date,Membership End Date\n' +
      '"Lee, Ann",12/31/30,,,\n山田 太郎,,,,\n"Long, Eve",,Annual,25/02/2026,2027-02-24\n' +
      '"King, Bob",,Annual,02/25/2026,2027-02-24\n"Lind, Erik",,Annual,01/02/2026,2027-01-31\n'
    const done = await imported(server, caller, content)
    expect(done).toMatchObject({ Created: 2, Refused: 3, MembershipsCreated: 2 })
    const reasons = done.Reasons.map(({ Reason, Lines }) => `${Lines} ${Reason}`)
    expect(reasons).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^2 Audited: .*Century$/),
        expect.stringMatching(/^3 Name: .*NameOrder decides it$/),
        expect.stringMatching(/^6 Membership Start Date: .*DateOrder decides it, or DateOrders for this column$/),
      ]),
    )
    const chosen = { Century: 2000, NameOrder: 'LastFirst', DateOrder: 'DMY' }
    expect(await imported(server, caller, content, { ...chosen, IsDryRun: true })).toMatchObject({ Created: 3 })
  })

  test('refuses names in one cell that are not those of one person, and accepts those of organizations', async () => {
    const content =
      'Name,Type,Email\nMr. and Mrs. John Smith,,\nJohn & Jane Doe,,\n"Lee, Ann <n3@d.example>",,\nPhD,,\n' +
      'Smith & Sons,organization,\n"Long, Eve",,Ann and Bob <long@d.example>\n'
    const done = await imported(server, await office(), content)
    expect(done).toMatchObject({ Created: 2, Refused: 4 })
    expect(done.Reasons.map(({ Reason, Lines }) => `${Lines} ${Reason}`).sort()).toEqual([
      expect.stringMatching(/^2,3 Name: must name one person/),
      expect.stringMatching(/^4 Name: .*without a mail address/),
      expect.stringMatching(/^5 Name: must be more than a title/),
    ])
  })

  test('warns of names in columns of their own that are not those of one person', async () => {
    const content =
      'First Name,Last Name,Organization\nJohn & Jane,Doe,Doe & Sons\nAnn,Lee <n3@d.example>,\nAnn,Judge,\n'
    const warnings = await warningsOf(await office(), content)
    expect(briefly(warnings)).toEqual([
      ['DoubtfulName', 1, [2]],
      ['DoubtfulName', 1, [3]],
    ])
  })

  test('rejects values of the options that do not exist', async () => {
    const caller = await office()
    const FileId = await uploadTable(caller, 'Name\nAnn Lee\n')
    for (const Options of [{ Century: 30 }, { NameOrder: 'First' }, { SharedAddress: 'merge' }, { DateOrder: 'DM' }])
      expect((await caller.post('/api/imports', { FileId, Options })).statusCode, JSON.stringify(Options)).toBe(400)
  })
})
