import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths } from '#kernel/time/calendar'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { imported } from '#test/support/people/imports'

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

const memberships = async (caller: TestCaller) =>
  (await caller.get('/api/memberships?$orderby=MembershipId')).json().Results

describe('POST /api/imports (startImport): values that could be read in several ways', () => {
  test('makes a membership with an end and no start active until then', async () => {
    const caller = await office()
    const today = new Date().toISOString().slice(0, 10)
    const [near, far] = [addDays(today, 40), addDays(today, 700)]
    const done = await imported(
      server,
      caller,
      `Last Name,Membership Type,Membership End Date\nAlder,Annual,${near}\nBirch,Annual,${far}\n`,
    )
    expect(done).toMatchObject({ Created: 2, MembershipsCreated: 2, Refused: 0 })
    expect(await memberships(caller)).toMatchObject([
      { Status: 'Active', StartDate: addMonths(addDays(near, 1), -12), ExpirationDate: near },
      { Status: 'Active', StartDate: addMonths(addDays(far, 1), -24), ExpirationDate: far },
    ])
  })

  test('refuses days of a membership after the last one, and imports the other rows', async () => {
    const header = 'Last Name,Membership Type,Member Since,Membership Start Date,Membership End Date,Renewal Due\n'
    const rows = [
      'Alder,Annual,,,9999-12-31,',
      'Birch,Annual,,2020-01-01,9999-12-30,',
      'Cedar,Annual,,9999-06-01,,',
      'Dogwood,Annual,9999-12-31,,,',
      'Elm,Annual,,,,3000-01-01',
      'Fir,Annual,,,2999-12-31,',
      'Ginkgo,Annual,,,lifetime,',
    ]
    const caller = await office()
    for (const IsDryRun of [true, false]) {
      const done = await imported(server, caller, `${header}${rows.join('\n')}\n`, { IsDryRun })
      expect(done).toMatchObject({ Status: 'Completed', Created: 2, Refused: 5 })
      const reasons = done.Reasons.map(({ Reason, Lines }) => `${Lines} ${Reason}`).sort()
      const lifetime = 'write "lifetime" for a membership without an end'
      expect(reasons).toEqual([
        `2,3 Membership End Date: must not be after 2999-12-31: ${lifetime}`,
        '4 Membership Start Date: must not be after 2999-12-31',
        '5 Member Since: must not be after 2999-12-31',
        `6 Renewal Due: must not be after 2999-12-31: ${lifetime}`,
      ])
    }
    const year = new Date().getUTCFullYear()
    expect(await memberships(caller), 'the term that has begun').toMatchObject([
      { Status: 'Active', StartDate: `${year}-01-01`, ExpirationDate: '2999-12-31' },
      { Status: 'Active', StartDate: `${year}-01-01`, ExpirationDate: '2999-12-31' },
    ])
  })

  test('reads a year of two digits of an expiry near today', async () => {
    const caller = await office()
    await imported(server, caller, 'Last Name,Membership Type,Membership End Date\nAlder,Annual,12/31/30\n')
    expect(await memberships(caller)).toMatchObject([{ Status: 'Active', ExpirationDate: '2030-12-31' }])
  })

  test('finds the order of day and month in the last row of a long file', async () => {
    const caller = await office()
    const rows = Array.from({ length: 600 }, (_, at) => `Alder${at},Annual,01/02/2026,01/02/2027`)
    const header = 'Last Name,Membership Type,Membership Start Date,Membership End Date'
    const done = await imported(
      server,
      caller,
      `${[header, ...rows, 'Zeder,Annual,25/02/2026,24/02/2027'].join('\n')}\n`,
    )
    expect(done).toMatchObject({ Created: 601, Refused: 0, Options: { DateOrder: 'DMY' } })
    const [first] = await memberships(caller)
    expect(first).toMatchObject({ StartDate: '2026-02-01', ExpirationDate: '2027-02-01' })
  })

  test('reads titles, lost zeros, addresses with names, and characters that cannot be seen', async () => {
    const caller = await office()
    const content =
      'Anrede;Titel;Nachname;E-Mail;PLZ;Land;Mitgliedsart;Mitglied bis\n' +
      'Frau;Dr.;Klein;Eva <eva@klein.example>;1067;Deutschland;Annual;31.12.2030\n' +
      ';;King;king\u200b@king.example;110;Neuseeland;;\n'
    expect(await imported(server, caller, content)).toMatchObject({ Created: 2, Refused: 0, MembershipsCreated: 1 })
    const { Results } = (await caller.get('/api/contacts?$orderby=ContactId')).json()
    expect(Results).toMatchObject([{ EmailAddress: 'eva@klein.example' }, { EmailAddress: 'king@king.example' }])
    const [eva, king] = await Promise.all(
      Results.map(async ({ ContactId }: { ContactId: number }) =>
        (await caller.get(`/api/contacts/person/${ContactId}`)).json(),
      ),
    )
    expect(eva).toMatchObject({ Prefix: 'Frau Dr.', Addresses: [{ PostalCode: '01067' }] })
    expect(king).toMatchObject({ Addresses: [{ PostalCode: '0110' }] })
  })
})
