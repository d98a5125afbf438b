import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_STATUS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runJobs } from '#test/support/jobs/run-jobs'
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
    const one = await api.org({ OrganizationName: 'One' })
    const two = await api.org({ OrganizationName: 'Two' })
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
