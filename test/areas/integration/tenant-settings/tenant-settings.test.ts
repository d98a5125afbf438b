import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_STATUS_CHANGED } from '#areas/people/contacts/records/follow-tenant-settings.service'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { contactsApi } from '#test/support/api/contacts'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addChapter } from '#test/support/chapters'
import { runJobs } from '#test/support/run-jobs'

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
  ...{ OrganizationName: null, OrganizationAddress: null, TaxNumber: null, BankDetails: null, LogoFileId: null },
  LogRetentionMonths: 12,
  ...{ IsOpenToExchanges: false, HubTenantKey: null },
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
    const [person, org] = [await api.person({ FirstName: 'Ada' }), await api.org({ OrganizationName: 'Acme' })]
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
        ...{ IsRealEstateEdition, NatregIsStateAssociation, IsPOE, FamilyContactsEnabled, RoleRequired, MLSType },
        ...{ ShouldTrackCertificateCompletion, ModelItems },
      }
    }
    const { OrganizationContactId, DefaultMembershipStatusTypeId, CorsOrigins, HubTenantKey, ...all } = DEFAULTS
    const { LedgerModuleIsEnabled, PricesIncludeTax, TaxRegionId, LogRetentionMonths, IsOpenToExchanges, ...own } = all
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
    expect(await system.auditEntry.findFirst({ where })).toMatchObject({ changes: { RoleRequired: true } })
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

const ALLOWED = 'access-control-allow-origin'

describe('POST /api/settings/tenant (saveTenantSettings) with OrganizationContactId', () => {
  const isTenantOrg = async (id: number) => {
    const { Results } = await elsewhere(`/api/contacts?$filter=${encodeURIComponent(`ContactId eq ${id}`)}`)
    return Results[0].IsTenantOrgId
  }
  const changedSince = async (since: Date): Promise<number[]> => {
    const rows = await api.good<{ ContactId: number }[]>(
      caller.get(`/api/contacts/delta?modifiedSince=${since.toISOString()}&top=1000`),
    )
    return rows.map(({ ContactId }) => ContactId)
  }

  it('makes a contact the organization of the tenant, which cannot be deleted, and back', async () => {
    const [one, two] = [await api.org({ OrganizationName: 'One' }), await api.org({ OrganizationName: 'Two' })]
    expect(await isTenantOrg(one.ContactId)).toBe(false)
    await saved({ OrganizationContactId: one.ContactId })
    expect(await isTenantOrg(one.ContactId)).toBe(true)
    const remove = ({ ContactId }: { ContactId: number }) => caller.delete(`/api/contacts/${ContactId}/1`)
    expect((await remove(one)).json()).toMatchObject({ status: 422, code: 'tenant-organization' })
    const since = new Date()
    await saved({ OrganizationContactId: two.ContactId })
    expect([await isTenantOrg(one.ContactId), await isTenantOrg(two.ContactId)]).toEqual([false, true])
    expect(await changedSince(since)).toEqual(expect.arrayContaining([one.ContactId, two.ContactId]))
    expect((await remove(one)).statusCode).toBe(200)
    expect(await saved({ OrganizationContactId: 0 })).toMatchObject({ OrganizationContactId: null })
  })

  it('does not let a deletion at the same time leave a deleted organization', async () => {
    for (let round = 0; round < 5; round++) {
      const { ContactId } = await api.org({ OrganizationName: `Raced ${round}` })
      const AuditId = (await read()).AuditId
      const [set, removed] = await Promise.all([
        caller.post(URL, { AuditId, OrganizationContactId: ContactId }),
        caller.delete(`/api/contacts/${ContactId}/1`),
      ])
      expect([set.statusCode, removed.statusCode].sort()).toEqual([200, 422])
      await saved({ OrganizationContactId: null })
    }
  })
})

describe('POST /api/settings/tenant (saveTenantSettings) with DefaultMembershipStatusTypeId', () => {
  it('is the status of new contacts immediately and of existing ones after the job, and enters the feed', async () => {
    const status = async (id: number) => (await api.rows()).get(id)?.MembershipStatusTypeId
    const old = await api.person({ FirstName: 'Old' })
    const byHand = await api.person({ FirstName: 'By hand' })
    await api.good(caller.post(`/api/contacts/${byHand.ContactId}/status`, { AuditId: 1, MembershipStatusTypeId: 8 }))
    const since = new Date()
    await saved({ DefaultMembershipStatusTypeId: 1 })
    const headers = { authorization: `ApiKey ${caller.key}`, 'content-type': 'application/json' }
    const made = await replica.app.inject({
      method: 'POST',
      url: '/api/contacts/person/0',
      headers,
      payload: JSON.stringify({ FirstName: 'New', forceSave: true }),
    })
    expect(await status(made.json().ContactId)).toBe(1)
    await runJobs(server, DEFAULT_STATUS_CHANGED)
    expect([await status(old.ContactId), await status(byHand.ContactId)]).toEqual([1, 8])
    const feed = await api.good<{ ContactId: number }[]>(
      caller.get(`/api/contacts/delta?modifiedSince=${since.toISOString()}&top=1000`),
    )
    expect(feed.map(({ ContactId }) => ContactId)).toContain(old.ContactId)
    await saved({ DefaultMembershipStatusTypeId: 8 })
    await runJobs(server, DEFAULT_STATUS_CHANGED)
    expect(await status(old.ContactId)).toBe(8)
  })
})

describe('row-level security of the settings', () => {
  it('lets a request change only its own tenant, and only its settings', async () => {
    const other = await server.tenant()
    const { prisma } = openTenantDb(server.database, caller.tenant.id)
    expect((await prisma.tenant.updateMany({ data: { mlsType: 'Mine' } })).count).toBe(1)
    const where = { id: other.tenant.id }
    expect((await prisma.tenant.updateMany({ where, data: { isPoe: true } })).count).toBe(0)
    expect(await server.database.system.tenant.findFirst({ where })).toMatchObject({ mlsType: null, isPoe: false })
    for (const data of [{ key: 'taken' }, { timeZone: 'UTC' }])
      await expect(prisma.tenant.updateMany({ data })).rejects.toThrow(/permission denied/)
    await saved({ MLSType: null })
  })
})
