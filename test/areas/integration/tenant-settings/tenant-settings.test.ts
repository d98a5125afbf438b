import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addChapter } from '#test/support/people/chapter-records'
import { contactsApi } from '#test/support/people/contacts'

let server: TestApp
let replica: TestApp
let caller: TestCaller
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  // Two replicas with their own caches.
  server = await buildTestApp({ own: true })
  replica = await buildTestApp({ url: server.url })
  caller = await server.tenant()
  api = contactsApi(caller)
})
afterAll(async () => {
  await replica.close()
  await server.close()
})

const URL = '/api/settings/tenant'
type Settings = { AuditId: number; CorsOrigins: string[] }

const read = async (): Promise<Settings> => api.good<Settings>(caller.get(URL))
const save = async (body: object) => caller.post(URL, { AuditId: (await read()).AuditId, ...body })
const saved = async (body: object): Promise<Settings> => api.good<Settings>(save(body))

/** A read by the other replica, which has the tenant in its cache. */
const elsewhere = async (url: string) => {
  const response = await replica.app.inject({ url, headers: { authorization: `ApiKey ${caller.key}` } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const DEFAULTS = {
  IsRealEstateEdition: false,
  MLSType: null,
  NatregIsStateAssociation: false,
  IsPOE: false,
  FamilyContactsEnabled: true,
  RoleRequired: false,
  ShouldTrackCertificateCompletion: true,
  LedgerModuleIsEnabled: true,
  OrganizationContactId: null,
  DefaultMembershipStatusTypeId: 8,
  PricesIncludeTax: false,
  TaxRegionId: null,
  OrganizationName: null,
  OrganizationAddress: null,
  TaxNumber: null,
  BankDetails: null,
  LogoFileId: null,
  LogRetentionMonths: 12,
  RequiresSecondFactor: false,
  TakesInPaidPeople: false,
  IsOpenToExchanges: false,
  HubTenantKey: null,
  CorsOrigins: [],
}

describe('GET /api/settings/tenant (getTenantSettings)', () => {
  it('returns the settings of a new tenant with their version', async () => {
    const other = await server.tenant()
    const response = await other.get(URL)
    expect([response.json(), response.headers.etag]).toEqual([{ ...DEFAULTS, AuditId: 1 }, '"1"'])
  })

  it('requires its own scope', async () => {
    const reader = await server.caller(caller.tenant, ['tenant-settings:read', 'contacts:write'])
    expect((await reader.get(URL)).statusCode).toBe(200)
    expect((await reader.post(URL, { AuditId: 1 })).statusCode).toBe(403)
    expect((await (await server.caller(caller.tenant, ['contacts:read'])).get(URL)).statusCode).toBe(403)
  })
})

const ALLOWED = 'access-control-allow-origin'

describe('POST /api/settings/tenant (saveTenantSettings)', () => {
  it('sets whether prices include taxes, and the tax region of the tenant', async () => {
    const region = { Name: 'Home', CountryId: 840, StateProvince: 'ME' }
    const { TaxRegionId } = (await caller.post('/api/finance/taxregions/0', region)).json()
    expect(await saved({ PricesIncludeTax: true, TaxRegionId })).toMatchObject({ PricesIncludeTax: true, TaxRegionId })
    expect(await saved({ PricesIncludeTax: false })).toMatchObject({ PricesIncludeTax: false, TaxRegionId })
    const unknown = await save({ TaxRegionId: 2_000_000_000 })
    expect([unknown.statusCode, unknown.json().errors[0].pointer]).toEqual([422, '/TaxRegionId'])
    expect(await saved({ TaxRegionId: 0 })).toMatchObject({ TaxRegionId: null })
  })

  it('changes one setting and keeps the others', async () => {
    const body = { IsRealEstateEdition: true, MLSType: ' Regional ', IsPOE: true, RoleRequired: true }
    const first = await saved(body)
    expect(first).toMatchObject({ ...body, MLSType: 'Regional', FamilyContactsEnabled: true })
    expect(await saved({ FamilyContactsEnabled: false })).toEqual({
      ...first,
      AuditId: first.AuditId + 1,
      FamilyContactsEnabled: false,
    })
    expect(await saved({ MLSType: '' })).toMatchObject({ MLSType: null, IsRealEstateEdition: true })
    await saved(DEFAULTS)
  })

  it('shows each setting in the documents immediately, in every replica', async () => {
    const person = await api.person({ FirstName: 'Ada' })
    const org = await api.org({ OrganizationName: 'Acme' })
    const documents = async () => {
      const { IsRealEstateEdition, NatregIsStateAssociation, IsPOE } = await elsewhere(
        `/api/contacts/person/${person.ContactId}`,
      )
      const { FamilyContactsEnabled, RoleRequired, ShouldTrackCertificateCompletion } = await elsewhere(
        `/api/contacts/OrgGeneral/${org.ContactId}`,
      )
      const { MLSType } = await elsewhere('/api/customfields/edition')
      const { ModelItems } = await elsewhere('/api/contacts')
      return {
        IsRealEstateEdition,
        NatregIsStateAssociation,
        IsPOE,
        FamilyContactsEnabled,
        RoleRequired,
        MLSType,
        ShouldTrackCertificateCompletion,
        ModelItems,
      }
    }
    const { OrganizationContactId, DefaultMembershipStatusTypeId, CorsOrigins, HubTenantKey, ...all } = DEFAULTS
    const { LedgerModuleIsEnabled, PricesIncludeTax, TaxRegionId, LogRetentionMonths, IsOpenToExchanges, ...some } = all
    const { RequiresSecondFactor, TakesInPaidPeople, ...own } = some
    const { OrganizationName, OrganizationAddress, TaxNumber, BankDetails, LogoFileId, ...shown } = own
    expect(await documents()).toEqual({ ...shown, ModelItems: { HideFamilyOption: false } })
    const other = {
      IsRealEstateEdition: true,
      MLSType: 'Regional',
      NatregIsStateAssociation: true,
      IsPOE: true,
      FamilyContactsEnabled: false,
      RoleRequired: true,
      ShouldTrackCertificateCompletion: false,
    }
    await saved(other)
    expect(await documents()).toEqual({ ...other, ModelItems: { HideFamilyOption: true } })
    await saved(DEFAULTS)
  })

  it('requires the current version', async () => {
    const { AuditId } = await read()
    expect((await caller.post(URL, { IsPOE: true })).json()).toMatchObject({ status: 409, AuditId })
    expect((await caller.post(URL, { AuditId: AuditId + 7, IsPOE: true })).json()).toMatchObject({
      status: 409,
      AuditId,
    })
    expect((await caller.post(URL, { IsPOE: true }, { 'if-match': '"999"' })).statusCode).toBe(412)
    const both = await Promise.all([0, 1].map(() => caller.post(URL, { AuditId, IsPOE: false })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  it('writes the history and an event with the changed settings', async () => {
    const { AuditId } = await saved({ RoleRequired: true, IsPOE: false })
    const where = { tenantId: caller.tenant.id, entity: 'tenantsettings', auditId: AuditId }
    const { system } = server.database
    expect(await system.auditEntry.findFirst({ where })).toMatchObject({
      changes: { RoleRequired: { old: false, new: true } },
    })
    expect(await system.outboxEvent.findFirst({ where })).toMatchObject({
      kind: 'tenantsettings.updated',
      entityId: caller.tenant.id,
      payload: { Settings: ['RoleRequired'] },
    })
    await saved({ RoleRequired: false })
  })

  it('refuses what is not valid, and states the allowed values', async () => {
    const person = await api.person({ FirstName: 'Not an organization' })
    const refused = async (body: object) => {
      const response = await save(body)
      const { code, errors } = response.json()
      return [response.statusCode, code, errors.map(({ pointer }: { pointer: string }) => pointer)]
    }
    const organization = ['/OrganizationContactId']
    expect(await refused({ OrganizationContactId: 2147480000 })).toEqual([422, 'unknown-reference', organization])
    const status = (await save({ DefaultMembershipStatusTypeId: 4 })).json()
    expect([status.code, status.detail]).toEqual([
      'invalid-input',
      'The request is not valid: /DefaultMembershipStatusTypeId must be 1 (prospective), 8 (non-member) or 16 (inactive).',
    ])
    expect(await refused({ OrganizationContactId: person.ContactId })).toEqual([422, 'unknown-reference', organization])
    const foreign = await contactsApi(await server.tenant()).org({ OrganizationName: 'Foreign' })
    expect(await refused({ OrganizationContactId: foreign.ContactId })).toEqual([
      422,
      'unknown-reference',
      organization,
    ])
    const chapter = await addChapter(server, caller.tenant.id, 'East')
    expect(await refused({ OrganizationContactId: chapter.organizationId })).toEqual([
      422,
      'tenant-organization',
      organization,
    ])
    expect((await refused({ MLSType: 'x'.repeat(101) }))[0]).toBe(400)
    expect(await refused({ CorsOrigins: ['https://a.example', 'https://a.example/path'] })).toEqual([
      400,
      'invalid-input',
      ['/CorsOrigins/1'],
    ])
    expect((await refused({ CorsOrigins: Array.from({ length: 21 }, (_, at) => `https://a${at}.example`) }))[0]).toBe(
      400,
    )
    expect(await read()).toMatchObject({ OrganizationContactId: null, MLSType: null, CorsOrigins: [] })
  })

  it('lets browsers call from a new origin immediately, in every replica', async () => {
    const origin = `https://${randomBytes(5).toString('hex')}.example`
    const preflight = async ({ app }: TestApp) => {
      const headers = { origin, 'access-control-request-method': 'GET' }
      return (await app.inject({ method: 'OPTIONS', url: '/api/groups', headers })).headers[ALLOWED]
    }
    const readable = async ({ app }: TestApp) =>
      (await app.inject({ url: '/api/groups', headers: { origin, authorization: `ApiKey ${caller.key}` } })).headers[
        ALLOWED
      ]
    for (const one of [server, replica])
      expect([await preflight(one), await readable(one)]).toEqual([undefined, undefined])
    await saved({ CorsOrigins: [origin, origin] })
    expect((await read()).CorsOrigins).toEqual([origin])
    for (const one of [server, replica]) expect([await preflight(one), await readable(one)]).toEqual([origin, origin])
    await saved({ CorsOrigins: [] })
    for (const one of [server, replica]) expect(await readable(one)).toBeUndefined()
  })
})
