import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { advanceWorkflow } from '#areas/work/workflows/engine/engine.job'
import { systemScope } from '#kernel/outbox/deliver'
import type { Tenant } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoWork } from '#src/demo/work/load-work'
import { syncRunner } from '#test/support/finance/ledger-sync'
import { runJobs } from '#test/support/jobs/run-jobs'
import { expectStepsFit } from '#test/support/work/workflow-steps'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const IN_TWO_DAYS = new Date('2026-11-23T12:00:00Z')

let server: TestApp
let caller: TestCaller

beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => NOW } })
  caller = await server.tenant()
  await loadDemo({ database: server.database, tenant: caller.tenant, contacts: 300, now: NOW })
  expect(await loadWork(caller.tenant)).toBe(true)
})
afterAll(() => server.close())

const loadWork = (tenant: Tenant, isMailSent = false): Promise<boolean> => {
  const { database, app } = server
  return loadDemoWork({
    database,
    tenant,
    now: NOW,
    log: app.log,
    secrets: app.feedAddresses,
    processorTools: app.processorTools,
    isMailSent,
  })
}

/** Creates a tenant with the contacts of a demonstration and without its work. */
const newTenant = async (contacts = 60): Promise<TestCaller> => {
  const other = await server.tenant()
  await loadDemo({ database: server.database, tenant: other.tenant, contacts, now: NOW })
  return other
}

const read = async (url: string, by = caller) => {
  const answer = await by.get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const scopeAt = (now: Date, { id }: Tenant) =>
  systemScope({ database: server.database, clock: { now: () => now }, log: server.app.log }, id)

const TABLES = [
  ...['task_type', 'task_item', 'project', 'project_template', 'calendar', 'calendar_item', 'contact_group'],
  ...['contact_group_member', 'mail_template', 'workflow', 'workflow_source', 'workflow_step', 'outbox_event'],
]

const countsOf = async ({ id }: Tenant): Promise<unknown> => {
  const columns = TABLES.map((table) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = ${id}) AS ${table}`)
  return (await server.database.system.$queryRawUnsafe<object[]>(`SELECT ${columns.join(', ')}`))[0]
}

test('the lists show tasks that are done, due today, overdue, due later, in a project, subtasks and dependent on others', async () => {
  const tasks = await server.database.system.$queryRaw<object[]>`
    SELECT count(*) > 30 AS "areMany", bool_or(completed_on IS NOT NULL) AS done,
      bool_or(completed_on IS NULL AND due_date = '2026-11-21') AS today,
      bool_or(completed_on IS NULL AND due_date < '2026-11-21') AS overdue, bool_or(due_date IS NULL) AS open,
      bool_or(depends_on_id IS NOT NULL) AS waiting, bool_or(parent_id IS NOT NULL) AS below,
      bool_or(milestone_id IS NOT NULL) AS "inMilestones", bool_or(NOT k.is_system) AS "ofOwnType",
      count(DISTINCT assigned_to_contact_id) = 3 AS "byAllStaff"
    FROM task_item t JOIN task_type k ON k.tenant_id = t.tenant_id AND k.id = t.type_id
    WHERE t.tenant_id = ${caller.tenant.id} AND t.created_at = ${NOW}`
  expect(Object.entries(tasks[0] ?? {}).filter(([, isSo]) => isSo !== true)).toEqual([])
  const projects = await read('/api/projects')
  expect(projects.Results).toMatchObject([{ Name: 'Annual meeting 2027', TaskCount: 8, OpenTaskCount: 7 }])
})

test('has a published public calendar, and one of the staff with a weekly series', async () => {
  const calendars: { CalendarId: number; Name: string }[] = await read('/api/calendars/items')
  const idOf = (name: string) => calendars.find(({ Name }) => Name === name)?.CalendarId
  const shown = await read(`/api/calendars/${idOf('Public events')}`)
  expect(shown).toMatchObject({ IsPublicViewable: true, IsICalPublishingEnabled: true })
  const feed = await server.app.inject(new URL(shown.EntireUrl).pathname)
  expect(feed.statusCode).toBe(200)
  expect(feed.body.match(/BEGIN:VEVENT/g)).toHaveLength(6)
  expect(await read(`/api/calendars/${idOf('Office')}`)).toMatchObject({
    IsPublicViewable: false,
    IsMemberViewable: false,
    IsICalPublishingEnabled: false,
  })
  const series = await server.database.system.calendarItem.findMany({
    where: { tenantId: caller.tenant.id, title: 'Staff meeting' },
  })
  expect(series).toMatchObject([{ recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: caller.tenant.timeZone }])
  const { Results } = await read(`/api/calendars/${idOf('Office')}/items?Filter=IsAllDay eq true`)
  expect(Results, 'no staff meeting while the office is closed').toMatchObject([
    { Title: 'Office closed', Start: series[0]?.excludedStarts[0]?.toISOString().slice(0, 10) },
  ])
})

test('has registrations for its events, whose open amounts agree with the books', async () => {
  const { Results } = await read('/api/events/registrations?Take=100')
  const rows = Results as {
    EventName: string
    ParticipantStatus: string
    InvoiceId: number | null
    Balance: number
    ContactId: number
    PayerContactId: number
  }[]
  const statuses = (name: string) =>
    rows.filter(({ EventName }) => EventName === name).map((row) => row.ParticipantStatus)
  expect(new Set(statuses('Annual congress'))).toEqual(new Set(['Registered', 'Partially paid', 'Pending payment']))
  expect(new Set(statuses('Webinar: data protection'))).toEqual(new Set(['Registered']))
  for (const { InvoiceId, Balance } of rows.filter((row) => row.InvoiceId !== null))
    expect((await read(`/api/finance/invoices/${InvoiceId}`)).Balance).toBe(Balance)
  // Who registers itself is one contact, and no second one is made of it. Two payers have registered somebody else.
  expect(rows.filter(({ ContactId, PayerContactId }) => ContactId !== PayerContactId)).toHaveLength(2)
})

test('has published events in the public calendar, and a draft', async () => {
  const { Results } = await read('/api/events')
  const events = Results as { EventId: number; Name: string; Status: string; CalendarId: number | null }[]
  expect(events.map(({ Status }) => Status).sort()).toEqual(['Draft', 'Published', 'Published', 'Published'])
  const congress = events.find(({ Name }) => Name === 'Annual congress')?.EventId ?? 0
  await runJobs(server, INVITE_CONTACTS)
  const { RegistrationTypes } = await read(`/api/events/${congress}`)
  expect(RegistrationTypes).toMatchObject([{ BenefitItemId: expect.any(Number) }, { BenefitItemId: null }])
  const invited = await read(`/api/events/${congress}/invitations`)
  expect(Number(invited.TotalRecordAvailable)).toBeGreaterThan(2)
  const CalendarId = events.find(({ EventId }) => EventId === congress)?.CalendarId
  const items = (await read(`/api/calendars/${CalendarId}/items`)).Results as { Title: string }[]
  expect(items.map(({ Title }) => Title)).toContain('Annual congress')
})

test('has sponsors of each status, with their invoices', async () => {
  const { Results } = await read('/api/sponsorships/sponsors')
  const sponsors = Results as { Status: string; Price: number; InvoiceId: number | null }[]
  expect(new Set(sponsors.map(({ Status }) => Status))).toEqual(new Set(['Pending', 'Approved', 'Declined', 'Ended']))
  const invoiced = sponsors.filter(({ Status, Price }) => Price > 0 && (Status === 'Approved' || Status === 'Ended'))
  expect(invoiced.map(({ InvoiceId }) => InvoiceId)).not.toContain(null)
  expect(invoiced.length).toBeGreaterThan(2)
})

test('has an active and an inactive workflow, each with a source that has only members of the demonstration', async () => {
  const { Results } = await read('/api/workflows')
  const rows = Results as { Name: string; IsActive: boolean }[]
  expect(new Map(rows.map(({ Name, IsActive }) => [Name, IsActive]))).toEqual(
    new Map([
      ['Chase renewals', false],
      ['Welcome to new members', true],
    ]),
  )
  const strange = await server.database.system.$queryRaw`
    SELECT c.email_address FROM workflow_source x
    LEFT JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id
    LEFT JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
    WHERE x.tenant_id = ${caller.tenant.id} AND (c.email_address LIKE '%.example') IS NOT TRUE`
  expect(strange).toEqual([])
})

test('the steps of its workflows fit their schema', async () => {
  const { Results } = await read('/api/workflows')
  const types = await expectStepsFit(caller, Results as { WorkflowId: number }[])
  expect(types.size).toBeGreaterThan(4)
})

test('the welcome workflow sends mails only to .example addresses, and takes both branches two days later', async () => {
  const { system } = server.database
  const { tenant } = caller
  const { id } = await system.workflow.findFirstOrThrow({ where: { tenantId: tenant.id, isActive: true } })
  expect(await advanceWorkflow(await scopeAt(NOW, tenant), id)).toBe(true)
  const mails = await system.mailMessage.findMany({ where: { tenantId: tenant.id } })
  // Two partners get mails of their own: the welcome, and a payment that failed.
  expect(mails.filter(({ templateKey }) => /^(membership-joined|payment-part-failed)$/.test(templateKey))).toHaveLength(
    2,
  )
  const ofOthers = mails.filter(({ templateKey }) => /^(store-|event-)/.test(templateKey))
  expect(ofOthers.filter(({ templateKey }) => templateKey === 'store-order-confirmed')).toHaveLength(5)
  expect(mails.length - ofOthers.length).toBe(14)
  expect(mails.filter(({ toAddress }) => !toAddress.endsWith('.example'))).toEqual([])
  expect(await system.workflowRun.count({ where: { tenantId: tenant.id, state: 'active' } })).toBe(12)

  await advanceWorkflow(await scopeAt(IN_TWO_DAYS, tenant), id)
  expect(await system.workflowRun.count({ where: { tenantId: tenant.id, state: 'completed' } })).toBe(12)
  const tagged = await system.contactTag.count({ where: { tenantId: tenant.id, tag: { name: 'Welcomed' } } })
  const asked = await system.taskItem.count({
    where: { tenantId: tenant.id, name: 'Find out why the membership has not begun' },
  })
  expect(tagged).toBeGreaterThan(0)
  expect(asked).toBeGreaterThan(0)
  expect(tagged + asked).toBe(12)
})

test('a second load adds nothing, and does not restore deleted records', async () => {
  const { tenant } = caller
  await server.database.system.taskItem.deleteMany({ where: { tenantId: tenant.id, name: 'Order letterhead' } })
  const before = await countsOf(tenant)
  await loadDemo({ database: server.database, tenant, contacts: 300, now: NOW })
  expect(await loadWork(tenant)).toBe(false)
  expect(await countsOf(tenant)).toEqual(before)
})

test('only one of two concurrent loads adds the work, also to the smallest demonstration', async () => {
  const { tenant } = await newTenant(10)
  const added = await Promise.all([loadWork(tenant), loadWork(tenant)])
  expect(added.sort()).toEqual([false, true])
  expect(await server.database.system.workflow.count({ where: { tenantId: tenant.id } })).toBe(2)
})

test('activates no workflow if mail is sent by a server', async () => {
  const { tenant } = await newTenant()
  expect(await loadWork(tenant, true)).toBe(true)
  expect(await server.database.system.workflow.findMany({ where: { tenantId: tenant.id } })).toMatchObject([
    { isActive: false },
    { isActive: false },
  ])
})

test('does not change existing records of the tenant with the same names', async () => {
  const other = await newTenant()
  const { tenant } = other
  const group = (await other.post('/api/groups/0', { Name: 'new members' })).json()
  const person = (await other.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Lind' })).json()
  await other.post(`/api/groups/${group.GroupId}/members`, { ContactIds: [person.ContactId] })
  await other.post('/api/task/types/0', { Name: 'SITE VISIT', SystemTaskTypeId: '1' })
  await loadWork(tenant)
  const { system } = server.database
  const sources = await system.workflowSource.findMany({ where: { tenantId: tenant.id }, include: { group: true } })
  expect(sources.map((source) => source.group.name).sort()).toEqual(['New members (2)', 'Renewals to chase'])
  expect(await system.groupMember.count({ where: { tenantId: tenant.id, groupId: group.GroupId } })).toBe(1)
  const types = await system.taskType.findMany({ where: { tenantId: tenant.id, isSystem: false } })
  expect(types.map(({ name }) => name).sort()).toEqual(['Renewal call', 'SITE VISIT', 'Site visit (2)'])
})

test('projects, membership types, events, store items and the directory have values of custom fields, and there is a form with sections', async () => {
  expect(await read('/api/projects?Filter=CustomFields.Budget gt 0')).toMatchObject({ TotalRecordAvailable: '1' })
  const types: { Name: string }[] = await read(
    '/api/membershiptypes?OrderBy=CustomFields.Votes desc&Filter=CustomFields.Votes gt 0',
  )
  expect(types.map(({ Name }) => Name)).toEqual(['Business', 'Individual'])
  const [{ DirectoryId }] = await read('/api/directories?Filter=IsPublic eq true')
  const listings = await read(`/api/directories/${DirectoryId}/listings?Filter=CustomFields.Specialty ne null`)
  expect(listings).toMatchObject([{ ListingType: 'Premium' }, { ListingType: 'Premium' }])
  expect(await read('/api/events?Filter=CustomFields.DressCode ne null')).toMatchObject({ TotalRecordAvailable: '1' })
  const items = await read('/api/store/storeitems?$filter=CustomFields.Material ne null')
  expect(items).toMatchObject({ TotalRecordAvailable: '2' })
  expect(await read('/api/forms')).toMatchObject([{ SectionCount: 2, FieldCount: 3 }])
  expect(await read('/api/contentlists')).toMatchObject([{ Name: 'Members of the month', FieldCount: 2 }])
})

test('the worker sends the documents to the embedded ledger, and its log names what staff must map', async () => {
  expect(await read('/api/ledgersettings/settings/ledgeronline')).toMatchObject({ LdgIsEnabled: true })
  await syncRunner(server, { now: () => NOW }, caller.tenant.id)()
  const { Results } = (await caller.post('/api/logs/ledgeronlinelog', { Take: '200' })).json()
  const entries = (Results as { Status: string; Message: string }[]).map(
    ({ Status, Message }) => `${Status}: ${Message}`,
  )
  expect(new Set(entries)).toEqual(
    new Set([
      'Succeeded: Created as a customer of the ledger.',
      'Succeeded: Sent to the ledger.',
      'Skipped: The document was void before it was sent.',
      'Failed: Map the account "Undeposited funds" to an account of the ledger.',
    ]),
  )
})

test('the tenant takes part in an exchange of another installation, and can connect with its source', async () => {
  expect(await read('/api/exchange/all')).toMatchObject([
    { ExchangeName: 'Statewide exchange', SourceTenants: 'State Association', Actions: ['decline'] },
  ])
  const { Results } = await read('/api/connection/all')
  expect(Results).toMatchObject([
    { SyncRole: 'Target', ConnectedTenant: 'State Association', ConnectionStatusTypeId: '4', CopyPercent: 0 },
  ])
})

test('has people without a contact: a visitor, a payer, a participant, a buyer that has paid, and members', async () => {
  const { Results } = await read('/api/contacts/unmatched?Take=100')
  const named = (name: string) => Results.find(({ Name }: { Name: string }) => Name === name)
  expect(named('Wren Hollister')).toMatchObject({ IsParticipant: true, IsPayer: true, IsPaid: false })
  expect(named('Imogen Farrow')).toMatchObject({ IsParticipant: false, IsPayer: true, IsPaid: false })
  expect(named('Casper Nightingale')).toMatchObject({ IsParticipant: true, IsPayer: false })
  expect(named('Odette Marchbanks')).toMatchObject({ IsParticipant: true, IsBuyer: true, IsPaid: true })
  const preview = await caller.post('/api/contacts/unmatched/preview', { TakesInOthers: true })
  expect(preview.json()).toMatchObject({ ExistingCount: 1 })
  const reasons = preview.json().Results.map(({ Reason }: { Reason: string | null }) => Reason)
  expect(reasons).toContain('PossibleDuplicate')
})
