import type { Operation } from '#kernel/contract/schema'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoWork } from '#src/demo/work/load-work'
import { addImage, upload } from '../integration/files.ts'
import { addCountedAds } from './advertising.ts'
import { addMassUsage } from './benefits.ts'
import { addBuyingRows } from './buying.ts'
import { addConnectionRows } from './connections.ts'
import { addEventSponsorRows } from './event-sponsors.ts'
import { addEvent, addEventRows } from './events.ts'
import { addImports } from './imports.ts'
import { addInvitation } from './invitations.ts'
import { addLedgerDocuments, addLedgerLog } from './ledger-rows.ts'
import { addNativeRuns } from './native-integrations.ts'
import { proposal, RECIPES } from './recipes.ts'
import { addRegistryEvents } from './registry-rows.ts'
import { addTenantExports } from './tenant-exports.ts'
import { addUnmatchedPerson } from './unmatched-person.ts'
import { fill, type Ids, type World } from './world.ts'

/** Fills a tenant with rows of every list: a demonstration, and the rows that it does not contain. */
export const addListRows = async (world: World): Promise<void> => {
  const { caller, server } = world
  const { app, database } = server
  const { tenant } = caller
  const now = new Date()
  await loadDemo({ database: server.database, tenant, contacts: 60, now })
  const { log, feedAddresses: secrets } = app
  await loadDemoWork({
    database,
    tenant,
    now,
    log,
    secrets,
    processorTools: server.app.processorTools,
    isMailSent: false,
  })
  await addByApi(world)
  await addDirectly(world)
}

const addByApi = async (world: World): Promise<void> => {
  await addProposalsAndLogins(world)
  await world.post('/api/signatures/0', { Name: 'Formal', SignatureHtml: '<p>F</p>' })
  await world.post('/api/signatures/0', { Name: 'Brief', SignatureHtml: '<p>B</p>' })
  await world.post('/api/mail/suppressions', { Address: 'a@walk.example', Category: 'news' })
  await world.post('/api/mail/suppressions', { Address: 'b@walk.example' })
  const parameters = [
    ':tasktypeid',
    ':customfieldid',
    ':customfieldid',
    ':projectid',
    ':chapterid',
    ':formid',
    ':formid',
  ]
  for (const parameter of [...parameters, ':contentlistid', ':contentlistid']) {
    const [, recipe] = RECIPES.find(([end]) => end === parameter) ?? []
    if (recipe) await world.make(recipe, new Map())
  }
  const { formid } = Object.fromEntries(await world.idsFor(':formid'))
  for (const body of [
    { Name: 'About you', DisplayOrder: 2 },
    { Name: 'Your wishes', DisplayOrder: 1 },
  ])
    await world.post(`/api/forms/${formid}/sections/0`, body)
  const contactId = await contactOf(world)
  await addImage(world.caller, Number(contactId))
  await upload(world.caller, 'Minutes of March.txt', 'All agreed.')
  const activities = `/api/contacts/${contactId}/activities/0`
  await world.post(activities, { ActivityDate: '2026-03-01T10:00:00Z', ActivityTypeId: 2, Description: 'Called' })
  await world.post(activities, { ActivityDate: '2026-02-01T10:00:00Z', ActivityTypeId: 1, Description: 'Noted' })
  await addCountedAds(world)
  await addBuyingRows(world)
  await addInvitedRows(world)
  await addUnmatchedPerson(world)
  await addUnmatchedPerson(world)
  await addEventRows(world)
  await addEventSponsorRows(world)
  await addMassUsage(world, [Number(contactId), Number(await world.person()), 2_000_000_000])
  const communications = `/api/contacts/${contactId}/communications/0`
  const sent = { CommunicationTypeId: 2, CommunicationStatusTypeId: 2, Date: '2026-03-01T10:00:00Z', Category: 'news' }
  await world.post(communications, { ...sent, Subject: 'Thanks', FromDisplayName: 'Ada King' })
  await world.post(communications, { CommunicationTypeId: 1, CommunicationStatusTypeId: 1, Subject: 'Draft' })
}

const addProposalsAndLogins = async (world: World): Promise<void> => {
  const all = { Description: 'All come.', Location: 'Pier', Url: 'https://walk.example/', TimeZone: 'UTC' }
  const first = await proposal(world, 'Cleanup', { ...all, RecurrenceRule: 'FREQ=DAILY;COUNT=2' })
  const second = await proposal(world, 'Regatta', { IsAllDay: true, Start: '2027-05-01', SubmitterName: 'Al Reed' })
  await proposal(world, 'Dinner', { SubmitterEmail: 'al@walk.example' })
  await world.post(`/api/calendars/submissions/${first}/approve`)
  await world.post(`/api/calendars/submissions/${second}/decline`, { Reason: 'Too far away.' })
  for (const count of [1, 2]) {
    const id = (await world.idsFor(':memberloginid')).get('memberloginid')
    if (count === 1) await world.post(`/api/memberlogins/${id}/invite`)
  }
}

/** Invitations to an event: an open one for all types, and a declined one for one type. */
const addInvitedRows = async (world: World): Promise<void> => {
  const RegistrationTypes = [{ Name: 'Guest of honor', IsInvitationOnly: true }]
  const eventId = await addEvent(world, { RegistrationTypes, Status: 'Published' })
  await addInvitation(world, eventId)
  const { system } = world.server.database
  const { EventInvitationId } = await addInvitation(world, eventId)
  const tenantId = world.caller.tenant.id
  const at = new Date('2026-03-01T10:00:00Z')
  const type = await system.eventRegistrationType.findFirstOrThrow({ where: { tenantId, eventId } })
  const data = { state: 'Declined', declinedAt: at, sentAt: at, typeId: type.id, auditId: 2 }
  await system.eventInvitation.updateMany({ where: { tenantId, id: Number(EventInvitationId) }, data })
}

/** Rows that no request creates: attempts of webhooks, mails, and listings of a directory. */
const addDirectly = async (world: World): Promise<void> => {
  const { server, caller, receiverUrl } = world
  const { system } = server.database
  const tenantId = caller.tenant.id
  const [one, other] = await system.contact.findMany({ where: { tenantId, deletedAt: null, systemTypeId: 1 }, take: 2 })
  if (!one || !other) throw new Error('The demonstration has no contacts.')
  const at = new Date('2026-03-01T10:00:00.120Z')
  const { id: webhookId } = await system.webhook.create({ data: { tenantId, url: receiverUrl, filters: ['*'] } })
  const delivery = { tenantId, webhookId, occurredAt: at, dueAt: at, body: '{}' }
  const done = await system.webhookDelivery.create({
    data: { ...delivery, kind: 'group.created', status: 'delivered', isTest: true },
  })
  const due = await system.webhookDelivery.create({ data: { ...delivery, kind: 'group.updated', status: 'waiting' } })
  await system.webhookAttempt.createMany({
    data: [
      { tenantId, webhookId, deliveryId: done.id, at, durationMs: 7, isSuccess: true, statusCode: 200 },
      {
        tenantId,
        webhookId,
        deliveryId: due.id,
        at: new Date('2026-03-02T10:00:00Z'),
        durationMs: 9,
        isSuccess: false,
        error: 'timed out',
      },
    ],
  })
  await addRuns(world, [one.id, other.id], at)
  await addNativeRuns(world)
  await addConnectionRows(world)
  await addTenantExports(world, await upload(caller, 'archive.tar', 'walk'))
  await addImports(world, await upload(caller, 'people.csv', 'walk'))
  await addLedgerLog(world, [one.id, other.id], at)
  await addLedgerDocuments(world, at)
  await addRegistryEvents(world, [one.id, other.id], at)
  const mail = { tenantId, templateKey: 'membership-joined', createdAt: at }
  await system.mailMessage.createMany({
    data: [
      {
        ...mail,
        key: 'walk1',
        contactId: one.id,
        toAddress: 'Ann@walk.example',
        addressKey: 'ann@walk.example',
        toName: 'Ann',
        category: 'news',
        status: 'sent',
        subject: 'Welcome',
        sentAt: at,
      },
      {
        ...mail,
        key: 'walk2',
        contactId: other.id,
        toAddress: 'b@walk.example',
        addressKey: 'b@walk.example',
        templateKey: 'membership-renewed',
        status: 'failed',
        reason: 'no such mailbox',
      },
    ],
  })
  const organizations = await system.contact.findMany({
    where: { tenantId, systemTypeId: 2, deletedAt: null },
    take: 2,
  })
  const led = { tenantId, id: { in: organizations.map(({ id }) => id) } }
  await system.contact.updateMany({ where: led, data: { primaryContactId: one.id } })
  const { id: directoryId } = await system.directory.create({ data: { tenantId, name: 'Walk', nameKey: 'walk' } })
  const type = (name: string) => ({ tenantId, directoryId, name, nameKey: name.toLowerCase() })
  await system.directoryListingType.create({ data: type('Basic') })
  const { id: listingTypeId } = await system.directoryListingType.create({ data: type('Premium') })
  await system.directoryListing.createMany({
    data: [
      { tenantId, directoryId, contactId: one.id },
      { tenantId, directoryId, contactId: other.id, listingTypeId },
    ],
  })
}

/** A run that failed at a step, and one that completed as the second of its contact. */
const addRuns = async (world: World, [failed = 0, completed = 0]: number[], at: Date): Promise<void> => {
  const ids = await world.idsFor('/workflows/:workflowid/:workflowstepid')
  const workflowId = Number(ids.get('workflowid'))
  const stepId = Number(ids.get('workflowstepid'))
  const run = { tenantId: world.caller.tenant.id, workflowId, arrivedAt: at }
  const later = new Date(at.getTime() + 60_000)
  await world.server.database.system.workflowRun.createMany({
    data: [
      {
        ...run,
        contactId: failed,
        rotation: 1,
        state: 'failed',
        stepId,
        enteredAt: at,
        endedAt: at,
        endReason: 'Its template was deleted.',
      },
      { ...run, contactId: completed, rotation: 2, state: 'completed', enteredAt: later, endedAt: later },
    ],
  })
}

/** The parent with the most rows, by the parameter of a path. */
const PARENTS: Record<string, string> = {
  workflowid: 'SELECT workflow_id AS id FROM workflow_run',
  groupid: `SELECT group_id AS id FROM contact_group_member WHERE state = 'member'`,
  calendarid: 'SELECT calendar_id AS id FROM calendar_item',
  projectid: 'SELECT project_id AS id FROM task_item WHERE project_id IS NOT NULL',
  webhookid: 'SELECT webhook_id AS id FROM webhook_attempt',
  directoryid: 'SELECT directory_id AS id FROM directory_listing WHERE listing_type_id IS NOT NULL',
  formid: 'SELECT form_id AS id FROM form_section',
  eventid: 'SELECT event_id AS id FROM event_registration',
  massoperationid: 'SELECT operation_id AS id FROM benefit_mass_result',
}

/** The record of a list's path by its operation; other lists use the contact that has activities and communications. */
const CONTACTS: Record<string, string> = {
  listNativeExecutions: 'SELECT integration_id AS id FROM native_execution',
  listEventCertificates: 'SELECT event_id AS id FROM event_certificate',
  listEventInvitations: 'SELECT event_id AS id FROM event_invitation',
  listEventSponsors: 'SELECT event_id AS id FROM event_sponsor WHERE status_id > 0',
  listEventExhibitors: 'SELECT event_id AS id FROM event_exhibitor',
  listContactActsFor: 'SELECT primary_contact_id AS id FROM contact WHERE primary_contact_id IS NOT NULL',
  listContactActedForBy: 'SELECT organization_id AS id FROM contact_role WHERE end_date IS NULL',
}

/** The path of each list, with the ids of records that have rows. */
export const listPaths = async (world: World, operations: readonly Operation[]): Promise<Map<string, string>> => {
  const paths = new Map<string, string>()
  for (const { operationId, url } of operations) {
    const ids: Ids = new Map()
    for (const [, name = ''] of url.matchAll(/:(\w+)/g)) {
      const sql = CONTACTS[operationId] ?? PARENTS[name.toLowerCase()]
      ids.set(name.toLowerCase(), sql ? await fullest(world, sql) : await contactOf(world))
    }
    paths.set(operationId, fill(url, ids))
  }
  return paths
}

const fullest = async ({ server, caller }: World, sql: string): Promise<string> => {
  const [row] = await server.database.system.$queryRawUnsafe<{ id: number }[]>(
    `SELECT id FROM (${sql.replace(' FROM', ', tenant_id FROM')}) x WHERE tenant_id = ${caller.tenant.id}
     GROUP BY id ORDER BY count(*) DESC, id LIMIT 1`,
  )
  if (!row) throw new Error(`No row: ${sql}`)
  return String(row.id)
}

const contactOf = async ({ server, caller }: World): Promise<string> => {
  const own = { tenantId: caller.tenant.id, deletedAt: null, systemTypeId: 1 }
  const contact = await server.database.system.contact.findFirstOrThrow({ where: own, orderBy: { id: 'asc' } })
  return String(contact.id)
}
