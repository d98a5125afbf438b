import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleDays } from '#areas/people/contacts/records/refreshes.job'
import { createLogger } from '#kernel/logging/logger'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { runNewDays } from '#test/support/jobs/new-days'
import { contactsApi } from '#test/support/people/contacts'

const time = { now: new Date('2027-03-09T12:00:00Z') }
const clock = { now: () => time.now }
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ clock, own: true })
})
afterAll(() => server.close())

const log = createLogger('silent', process.stderr)
const runAt = (now: string) => {
  time.now = new Date(now)
  return runNewDays({ database: server.database, clock, log }, roleDays)
}

/** A tenant in a time zone, with people whose roles begin and end on given days, and their shown organizations. */
const openTenant = async (timeZone: string) => {
  const { system } = server.database
  const made = await server.tenant()
  const createdAt = new Date('2027-03-01T12:00:00Z')
  const tenant = await system.tenant.update({ where: { id: made.tenant.id }, data: { timeZone, createdAt } })
  const caller = await server.caller(tenant, ['admin'])
  const api = contactsApi(caller)
  const first = await api.org({ OrganizationName: 'First' })
  const second = await api.org({ OrganizationName: 'Second' })
  const person = async (firstRole: object) => {
    const roles = [
      { OrganizationContactId: first.ContactId, Title: 'Head', ...firstRole },
      { OrganizationContactId: second.ContactId, Title: 'Member' },
    ]
    return (await api.person({ FirstName: 'Ana', LastName: 'Roe', OrganizationsAndRoles: roles })).ContactId
  }
  return { caller, person, first: first.ContactId, second: second.ContactId }
}

const shown = async ({ tenant }: TestCaller, id: number) => {
  const row = await server.database.system.contact.findFirstOrThrow({ where: { tenantId: tenant.id, id } })
  return { at: row.primaryOrganizationId, modified: row.modifiedAt.getTime() }
}

test('a person shows the organization of a role from its first day to its last, in the time zone of the tenant', async () => {
  time.now = new Date('2027-03-09T12:00:00Z')
  const { caller, person, first, second } = await openTenant('Pacific/Auckland')
  const begins = await person({ RoleStartDate: '2027-03-12' })
  const ends = await person({ RoleEndDate: '2027-03-11' })
  const both = async () => [(await shown(caller, begins)).at, (await shown(caller, ends)).at]
  expect(await both()).toEqual([second, first])
  // Auckland is 13 hours ahead: the 12th begins there at 11:00 on the 11th.
  await runAt('2027-03-11T10:46:00Z')
  expect(await both()).toEqual([second, first])
  await runAt('2027-03-11T11:01:00Z')
  expect(await both()).toEqual([first, second])
})

test('a run processes days on which no worker ran', async () => {
  time.now = new Date('2027-03-09T12:00:00Z')
  const { caller, person, first, second } = await openTenant('America/New_York')
  const id = await person({ RoleStartDate: '2027-03-15', RoleEndDate: '2027-03-20' })
  await runAt('2027-03-18T12:00:00Z')
  expect((await shown(caller, id)).at).toBe(first)
  await runAt('2027-04-20T12:00:00Z')
  expect((await shown(caller, id)).at).toBe(second)
})

test('a repeated run, and a second one on the same day, write nothing', async () => {
  time.now = new Date('2027-03-09T12:00:00Z')
  const { caller, person, first } = await openTenant('UTC')
  const id = await person({ RoleStartDate: '2027-03-12' })
  await runAt('2027-03-12T00:01:00Z')
  const after = await shown(caller, id)
  expect(after.at).toBe(first)
  await runAt('2027-03-12T00:16:00Z')
  // The state after a kill between the work and its mark: the same span is processed again.
  await server.database.system.dayMark.deleteMany({ where: { tenantId: caller.tenant.id } })
  await runAt('2027-03-12T00:31:00Z')
  expect(await shown(caller, id)).toEqual(after)
})

test('a run refreshes more people than one batch has, and no others', async () => {
  const { system } = server.database
  time.now = new Date('2027-03-09T12:00:00Z')
  const { caller, person, first, second } = await openTenant('UTC')
  const tenantId = caller.tenant.id
  const other = await shown(caller, await person({ RoleStartDate: '2027-05-01' }))
  await system.$executeRaw`WITH made AS (
      INSERT INTO contact (tenant_id, system_type_id, last_name, display_name, sort_name)
      SELECT ${tenantId}, 1, 'Many', 'Many', 'many' FROM generate_series(1, 1101) RETURNING id)
    INSERT INTO contact_role (tenant_id, contact_id, organization_id, start_date)
    SELECT ${tenantId}, id, ${first}, '2027-03-12' FROM made`
  await runAt('2027-03-12T00:01:00Z')
  expect(await system.contact.count({ where: { tenantId, primaryOrganizationId: first } })).toBe(1101)
  expect(await system.contact.count({ where: { tenantId, primaryOrganizationId: second } })).toBe(1)
  expect(other.at).toBe(second)
})

test('a tenant whose run fails does not delay others, and is retried', async () => {
  const { system } = server.database
  time.now = new Date('2027-03-09T12:00:00Z')
  const broken = await openTenant('UTC')
  const sound = await openTenant('UTC')
  const failing = await broken.person({ RoleStartDate: '2027-03-12' })
  const id = await sound.person({ RoleStartDate: '2027-03-12' })
  await system.tenant.update({ where: { id: broken.caller.tenant.id }, data: { timeZone: 'EST5EDT4,M3.2.0,M11.1.0' } })
  await expect(runAt('2027-03-12T12:00:00Z')).rejects.toThrow('contact-roles failed for 1 tenants')
  expect((await shown(sound.caller, id)).at).toBe(sound.first)
  await system.tenant.update({ where: { id: broken.caller.tenant.id }, data: { timeZone: 'UTC' } })
  await runAt('2027-03-12T12:01:00Z')
  expect((await shown(broken.caller, failing)).at).toBe(broken.first)
})
