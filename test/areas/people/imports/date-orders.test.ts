import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'
import { imported, uploadTable } from '#test/support/people/imports'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  await caller.post('/api/membershiptypes/0', { Name: 'Annual', TermMonths: 12 })
})
afterAll(() => server.close())

/** Two columns that nothing tells apart: the first was written in Europe, the second in the US. */
const TWO_ORDERS =
  'Last name,Membership Type,Start,Membership End Date\n' +
  'Lee,Annual,01/02/2026,02/01/2027\nLong,Annual,03/04/2026,04/03/2027\n'
const MAPPING = { Mapping: [{ Header: 'Start', Field: 'MembershipStart' }] }
const ORDERS = [
  { Header: 'start', DateOrder: 'DMY' },
  { Header: 'Membership End Date', DateOrder: 'MDY' },
]

const preview = async (content: string, Options: object) => {
  const FileId = await uploadTable(caller, content)
  return caller.post('/api/imports/preview', { FileId, Options })
}

const termOf = async (name: string) => {
  const { Results } = (await caller.get(`/api/memberships?$search=${name}&$orderby=MembershipId desc`)).json()
  return [Results[0].StartDate, Results[0].ExpirationDate]
}

describe('POST /api/imports (startImport): DateOrders', () => {
  test('reads each column in its order, without a warning, also from the options of a dry run', async () => {
    const Options = { ...MAPPING, DateOrders: ORDERS, ForceSave: true }
    const { Rows, Warnings } = (await preview(TWO_ORDERS, Options)).json()
    expect(Warnings).toEqual([])
    expect(Rows[1].Values).toEqual(
      expect.arrayContaining([
        { Field: 'MembershipStart', Value: '2026-04-03' },
        { Field: 'MembershipEnd', Value: '2027-04-03' },
      ]),
    )
    const dry = await imported(server, caller, TWO_ORDERS, { ...Options, IsDryRun: true })
    expect(dry.Options).toMatchObject({ DateOrders: ORDERS })
    await imported(server, caller, TWO_ORDERS, { ...dry.Options, IsDryRun: false })
    expect(await termOf('Lee')).toEqual(['2026-02-01', '2027-02-01'])
    expect(await termOf('Long')).toEqual(['2026-04-03', '2027-04-03'])
  })

  test('precedes DateOrder, which stays that of the other columns', async () => {
    const Options = { ...MAPPING, DateOrder: 'MDY', DateOrders: ORDERS.slice(0, 1) }
    const { Rows, Warnings } = (await preview(TWO_ORDERS, Options)).json()
    expect(Warnings).toEqual([])
    expect(Rows[0].Values).toEqual(
      expect.arrayContaining([
        { Field: 'MembershipStart', Value: '2026-02-01' },
        { Field: 'MembershipEnd', Value: '2027-02-01' },
      ]),
    )
  })

  test('decides a column whose dates show both orders, and nothing about other columns', async () => {
    await addField(server.database, caller.tenant.id, { name: 'Audited', dataTypeId: 6 })
    const content =
      'Last name,Membership Type,Membership Start Date,Membership End Date,Audited\n' +
      'Lee,Annual,25/02/2026,2027-02-24,03/04/2020\nLong,Annual,02/25/2026,2027-02-24,\nKing,Annual,01/02/2026,2027-01-31,\n'
    const open = (await preview(content, {})).json()
    expect(open.Rows.map(({ Reasons }: { Reasons: string[] }) => Reasons.length > 0)).toEqual([true, false, true])
    const DateOrders = [{ Header: 'Membership Start Date', DateOrder: 'DMY' }]
    const { Rows, Warnings } = (await preview(content, { DateOrders })).json()
    expect(Rows[2].Values).toContainEqual({ Field: 'MembershipStart', Value: '2026-02-01' })
    expect(Warnings).toMatchObject([{ Kind: 'DateOrder', Lines: [2], Message: expect.stringMatching(/^Audited: /) }])
  })

  test('rejects a column that the file does not have, and an order that does not exist', async () => {
    const unknown = await preview(TWO_ORDERS, { ...MAPPING, DateOrders: [{ Header: 'Joined', DateOrder: 'DMY' }] })
    expect([unknown.statusCode, unknown.json().errors]).toEqual([
      400,
      [{ pointer: '/Options/DateOrders/0/Header', message: expect.stringContaining('must be a column of the file') }],
    ])
    for (const one of [{ Header: 'Start', DateOrder: 'DM' }, { Header: 'Start' }, { DateOrder: 'DMY' }])
      expect((await preview(TWO_ORDERS, { DateOrders: [one] })).statusCode, JSON.stringify(one)).toBe(400)
  })
})

describe('POST /api/imports/preview (previewImport): DateOrders that decide nothing', () => {
  const errorsOf = async (...DateOrders: object[]) => {
    const response = await preview(TWO_ORDERS, { ...MAPPING, DateOrders })
    return [response.statusCode, response.json().errors]
  }

  test('rejects two orders for one column', async () => {
    const first = { Header: 'start', DateOrder: 'DMY' }
    expect(await errorsOf(first, { Header: 'START', DateOrder: 'MDY' })).toEqual([
      400,
      [{ pointer: '/Options/DateOrders/1/Header', message: expect.stringContaining('must be named once') }],
    ])
    expect(await errorsOf(first, { Header: 'START', DateOrder: 'DMY' })).toEqual([200, undefined])
  })

  test('rejects a column that has no dates', async () => {
    expect(await errorsOf({ Header: 'Last name', DateOrder: 'DMY' })).toEqual([
      400,
      [{ pointer: '/Options/DateOrders/0/Header', message: expect.stringContaining('must be a column of dates') }],
    ])
  })
})

describe('GET /api/imports/fields (listImportFields): IsDate', () => {
  test('names the columns whose order DateOrders can state', async () => {
    const { Fields } = (await caller.get('/api/imports/fields')).json()
    const dates = Fields.filter(({ IsDate }: { IsDate: boolean }) => IsDate).map(({ Name }: { Name: string }) => Name)
    expect(dates).toEqual(
      expect.arrayContaining(['MemberSince', 'MembershipStart', 'MembershipEnd', 'CustomFields.Audited']),
    )
    expect(dates).not.toContain('LastName')
  })
})

describe('POST /api/imports/preview (previewImport): a long file', () => {
  const file = (rows: number, last = '') =>
    `Name,Email\n${Array.from({ length: rows }, (_, at) => `"Lee${at}, Ann",\n`).join('')}${last}`

  test('says that it has not looked at all rows, which a dry run does', async () => {
    const content = file(2000, 'Ann Lee,\n')
    expect((await preview(content, {})).json().Warnings).toEqual([
      {
        Kind: 'Preview',
        Line: 2002,
        Message: expect.stringContaining('first 2,000 rows'),
        Count: 2000,
        Lines: [2002],
      },
    ])
    const { Warnings } = await imported(server, caller, content, { IsDryRun: true })
    expect(Warnings).toMatchObject([{ Kind: 'NameOrder', Lines: [2002] }])
  })

  test('has no such warning if it has looked at all rows', async () => {
    expect((await preview(file(2000), {})).json().Warnings).toEqual([])
  })
})
