import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type AssociationApi, associationApi, type Json } from '#test/support/integration/association'

let server: TestApp
let caller: TestCaller
let api: AssociationApi
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  api = associationApi(caller)
})
afterAll(() => server.close())

let number = 100

const errorsOf = async (response: ReturnType<AssociationApi['person']>) => {
  const { statusCode, body } = await response
  return [statusCode, JSON.parse(body).errors]
}

describe('POST /api/assoc/person/upsert (upsertAssociationPerson)', () => {
  it('stores a field separately if the tenant uses its name for a field of another kind', async () => {
    const own = { Name: 'Department', DisplayName: 'Since', ObjectTypeId: '2', CustomFieldDataTypeId: '6' }
    expect(await api.good(caller.post('/api/customfields/0', own))).toMatchObject({ Name: 'Department' })
    await api.good(api.person({ NationalID: 10, LastName: 'Own', Department: 'Sales' }))
    await api.good(api.person({ NationalID: 10, Department: 'Legal' }))
    expect(await api.contact(10)).toMatchObject({ Department: 'Legal' })
  })

  it('rejects an unknown PlatformID and the origin local, and stores an Affiliation in capitals', async () => {
    expect(await errorsOf(api.person({ NationalID: 11, LastName: 'X', PlatformID: 2_000_000_000 }))).toMatchObject([
      422,
      [{ pointer: '/Transaction/PlatformID' }],
    ])
    expect(await errorsOf(api.person({ NationalID: 11, LastName: 'X', Origin: 'Local' }))).toMatchObject([
      400,
      [{ pointer: '/Transaction/Origin' }],
    ])
    await api.good(api.person({ NationalID: 11, LastName: 'X', Affiliation: ' me ' }))
    expect(await api.contact(11)).toMatchObject({ Affiliation: 'ME' })
  })

  it('keeps an extension until its phone arrives', async () => {
    await api.good(api.person({ NationalID: 12, LastName: 'X', WorkPhoneExtension: '7' }))
    await api.good(api.person({ NationalID: 12, WorkPhone: '+12024561111' }))
    expect(await api.contact(12)).toMatchObject({ WorkPhone: '+12024561111', WorkPhoneExtension: '7' })
  })

  it.each([
    ['+1 202 456 1111 ext. 12', {}, '12'],
    ['(202) 456-1111 x12', {}, '12'],
    ['202-456-1111 Ext: 12', {}, '12'],
    ['202.456.1111 extension 12', {}, '12'],
    ['202 456 1111 #12', {}, '12'],
    ['202 456 1111 ext 12', { WorkPhoneExtension: '7' }, '7'],
    ['202 456 1111', {}, null],
  ])('takes the extension that is written with the number %s', async (WorkPhone, more, WorkPhoneExtension) => {
    const NationalID = ++number
    await api.good(api.person({ NationalID, LastName: 'X', WorkPhone, ...more }))
    expect(await api.contact(NationalID)).toMatchObject({ WorkPhone: '+12024561111', WorkPhoneExtension })
  })

  it('removes an extension with a number that has none, and keeps it with the same number', async () => {
    await api.good(api.person({ NationalID: 14, LastName: 'X', WorkPhone: '202 456 1111 x12' }))
    await api.good(api.person({ NationalID: 14, WorkPhone: '202-456-1111' }))
    expect(await api.contact(14)).toMatchObject({ WorkPhone: '+12024561111', WorkPhoneExtension: '12' })
    await api.good(api.person({ NationalID: 14, WorkPhoneExtension: null }))
    expect(await api.contact(14)).toMatchObject({ WorkPhoneExtension: null })
  })

  it.each(['US', 'usa', 'USA', 'U.S.A.', 'United States', 'United States of America', '840', 'Vereinigte Staaten'])(
    'takes %s as a country',
    async (MailingCountry) => {
      const NationalID = ++number
      await api.good(api.person({ NationalID, LastName: 'X', MailingCity: 'Reno', MailingCountry }))
      expect(await api.contact(NationalID)).toMatchObject({ MailingCountry: 'US' })
    },
  )

  it('rejects a country that does not exist', async () => {
    expect(await errorsOf(api.person({ NationalID: 15, LastName: 'X', MailingCountry: 'Atlantis' }))).toMatchObject([
      400,
      [{ pointer: '/Transaction/MailingCountry' }],
    ])
  })

  it('says in the log that a parent has not arrived, and connects the person when it does', async () => {
    await api.good(api.person({ NationalID: 16, LastName: 'X', ParentNationalId: 1600 }))
    const warnings = async () =>
      (await server.database.system.logEvent.findMany({ where: { tenantId: caller.tenant.id } })).filter(({ tags }) =>
        tags.includes('missing-parent'),
      )
    expect(await warnings()).toMatchObject([
      { level: 4, message: expect.stringContaining('number 16 names the parent 1600') },
    ])
    await api.good(api.organization({ NationalID: 1600, Name: 'Parent' }))
    await api.good(api.person({ NationalID: 16, FirstName: 'Y', ParentNationalId: 1600 }))
    expect(await warnings()).toHaveLength(1)
  })

  it('writes a rejected transaction to the log as a warning', async () => {
    await errorsOf(api.person({ NationalID: 13, LastName: 'X', Email: 'no' }))
    const events = await server.database.system.logEvent.findMany({ where: { tenantId: caller.tenant.id } })
    const rejected = events.filter(({ message }) => message.includes('number 13 was rejected'))
    expect(rejected).toMatchObject([{ tags: ['upsert', 'rejected'] }])
  })
})

describe('POST /api/assoc/organization/upsert (upsertAssociationOrganization)', () => {
  it('rejects a number of employees that is not a count, with its pointer once', async () => {
    const problem: Json = { pointer: '/Transaction/NumberOfEmployees', message: 'must consist of at most 9 digits' }
    for (const NumberOfEmployees of ['-3', 'many', '1234567890'])
      expect(await errorsOf(api.organization({ NationalID: 20, Name: 'X', NumberOfEmployees }))).toEqual([
        400,
        [problem],
      ])
  })
})
