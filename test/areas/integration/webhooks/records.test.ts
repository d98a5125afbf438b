import { afterAll, describe, expect, test } from 'vitest'
import { readRecord } from '#areas/integration/webhooks/records.queries'
import { listEventKinds } from '#kernel/outbox/event-kind'
import { recordShapes } from '#kernel/records/record-shape'
import '#areas/index'
import type { JsonObject } from '#kernel/contract/json'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { deliveredShapes, expectDeliveredShape, expectShape } from '#test/support/server/contract-shape'
import { EVENT_STEPS } from '#test/support/walks/events'
import { operationOf, pathNames } from '#test/support/walks/operations'
import { fill, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

/** The operation that returns a record, and which part of its response the record is. */
interface Documented {
  operation: string
  /** The parameter in the path that is the id of the record; the last one if absent. */
  parameter?: string
  part?: (response: JsonObject, id: number) => unknown
  /** Fields that a delivery leaves out. */
  omitted?: JsonObject
}

const rowOf = (field: string) => (response: unknown, id: number) =>
  (response as JsonObject[]).find((row) => row[field] === id)

/** By the first word of the event kinds. */
const DOCUMENTED: Record<string, Documented> = {
  apikey: { operation: 'getApiKey' },
  oauthclient: { operation: 'getOAuthClient' },
  contact: { operation: 'getPerson' },
  contactrelationshiptype: { operation: 'getContactRelationshipType' },
  group: { operation: 'getGroup' },
  tag: { operation: 'listTags', part: rowOf('TagId') },
  categorylist: { operation: 'listCategoryLists', part: rowOf('CategoryListId') },
  categoryitem: {
    operation: 'listCategoryLists',
    part: (lists, id) =>
      (lists as unknown as { Items: JsonObject[] }[])
        .flatMap(({ Items }) => Items)
        .find(({ CategoryItemId }) => CategoryItemId === id),
  },
  communication: { operation: 'getContactCommunication' },
  certification: { operation: 'listCertifications', part: rowOf('CertificationId') },
  contactroletype: { operation: 'listContactRoleTypes', part: rowOf('RoleId') },
  mail: { operation: 'listMailSuppressions', part: ({ Results }, id) => rowOf('SuppressionId')(Results, id) },
  associationsettings: { operation: 'getAssociationSettings' },
  membership: { operation: 'getMembership' },
  membershiptype: { operation: 'getMembershipType' },
  membershiplevel: { operation: 'getMembershipLevel' },
  chapter: { operation: 'getChapter' },
  directory: { operation: 'getDirectory' },
  directorylisting: { operation: 'getDirectoryListing' },
  directorylistingtype: { operation: 'getDirectoryListingType' },
  form: { operation: 'getForm' },
  formsection: { operation: 'getFormSection' },
  contentlist: { operation: 'getContentList' },
  customfield: { operation: 'getCustomField' },
  customfieldgroup: { operation: 'getCustomFieldGroup' },
  workflow: { operation: 'getWorkflow' },
  task: { operation: 'getTask', parameter: 'taskitemid' },
  tasktype: { operation: 'getTaskType' },
  project: { operation: 'getProject' },
  milestone: { operation: 'getMilestone' },
  projecttype: { operation: 'getProjectType' },
  projecttemplate: { operation: 'getProjectTemplate' },
  calendar: { operation: 'getCalendar' },
  calendaritem: { operation: 'getCalendarItem' },
  calendarsubmission: { operation: 'getCalendarSubmission' },
  memberlogin: { operation: 'getMemberLogin' },
  helptopic: { operation: 'getHelpTopicForEditing' },
  helpcomment: {
    operation: 'getHelpTopic',
    part: ({ Comments }, id) => rowOf('Id')(Comments, id),
  },
  'document-template': { operation: 'getDocumentTemplate' },
  'mail-template': { operation: 'getMailTemplate' },
  account: { operation: 'getAccount' },
  transactionclass: { operation: 'getTransactionClass' },
  taxregion: { operation: 'getTaxRegion' },
  taxset: { operation: 'getTaxSet' },
  discount: { operation: 'getDiscount' },
  feeitem: { operation: 'getFeeItem' },
  contactbilling: { operation: 'getContactBilling' },
  closedperiod: { operation: 'getClosedPeriod' },
  paymentsubtype: { operation: 'getTradePaymentSubtype' },
  ledgersettings: { operation: 'getLedgerSettings' },
  ledgercustomer: { operation: 'getContactLedgerMapping' },
  import: { operation: 'getImport' },
  invoice: { operation: 'getInvoice' },
  payment: { operation: 'getPayment' },
  credit: { operation: 'getCredit' },
  refund: { operation: 'getRefund' },
  writeoff: { operation: 'getWriteOff' },
  paymentgateway: { operation: 'getPaymentGateway' },
  charge: { operation: 'getGatewayCharge' },
  dispute: { operation: 'getDispute' },
  tenantsettings: { operation: 'getTenantSettings' },
  benefititem: { operation: 'getBenefitItem' },
  benefitpackage: { operation: 'getBenefitPackage' },
  paymentplan: { operation: 'getPaymentPlan' },
  sponsorshiptype: { operation: 'getSponsorshipType' },
  sponsor: { operation: 'getSponsor' },
  site: { operation: 'getSite' },
  sitepage: { operation: 'getSitePage' },
  sitemodule: { operation: 'getSiteModule' },
  customadlocation: { operation: 'getCustomAdLocation' },
  displayad: { operation: 'getDisplayAd' },
  storeitem: { operation: 'getPhysicalStoreItem' },
  storelot: { operation: 'getStoreInventoryRecord' },
  storeorder: { operation: 'getStoreOrder' },
  storevoucher: { operation: 'getStoreVoucher' },
  shippingmethod: { operation: 'getShippingMethod' },
  event: { operation: 'getEvent' },
  eventgroup: { operation: 'getEventGroup' },
  referralsource: { operation: 'getReferralSource' },
  eventinvitation: { operation: 'getEventInvitation' },
  eventregistration: { operation: 'getEventRegistration' },
  eventcertificate: { operation: 'getEventCertificate' },
  eventexhibitor: { operation: 'getEventExhibitor' },
  eventsponsor: { operation: 'getEventSponsor' },
  eventorder: { operation: 'getEventOrder' },
  contactbenefit: { operation: 'getContactBenefit' },
  connection: { operation: 'getConnection' },
  exchange: { operation: 'getExchange' },
  'tenant-export': { operation: 'getTenantExport' },
  webhook: { operation: 'getWebhook', omitted: { Url: 'http://127.0.0.1:*/' } },
}

/** The entities of events whose records a delivery does not contain, each with its reason. */
const WITHOUT_RECORD: Record<string, { reason: string; isStillSo: () => boolean }> = {
  transfer: { reason: 'no operation returns a transfer by its number', isStillSo: () => true },
  processorreport: { reason: 'only the forms of reports show them', isStillSo: () => true },
  storedownload: { reason: 'only a list shows downloads that were bought', isStillSo: () => true },
  signature: { reason: 'only its owner can read a signature', isStillSo: () => true },
  seat: { reason: 'its login belongs to no tenant, and the worker of a tenant cannot read it', isStillSo: () => true },
  nativeintegration: {
    reason: 'what it shows depends on the services that the operator configures',
    isStillSo: () => true,
  },
  file: { reason: 'who can read a file depends on the record that uses it', isStillSo: () => true },
}

const shapes = new Map(recordShapes.entries())
const entities = [...new Set(listEventKinds().map(({ kind }) => kind.slice(0, kind.indexOf('.'))))].sort()

/** Creates a record of the entity, and returns the path that reads it, with its id. */
const create = async (entity: string, { operation, parameter }: Documented): Promise<{ url: string; id: number }> => {
  const { url } = operationOf(operation)
  if (entity === 'ledgersettings') {
    const { Id } = await world.post('/api/ledgersettings/settings/ledgerinstall', {})
    return { url, id: Number(Id) }
  }
  if (entity === 'contactbilling') {
    const ids = await world.idsFor(url)
    await world.post(fill(url, ids), { IsTaxExempt: true })
    return { url: fill(url, ids), id: Number(ids.get('contactid')) }
  }
  const change = EXISTING.get(entity)
  if (change) return change(url)
  if (entity === 'tenantsettings') {
    await world.post(url, { AuditId: (await world.get(url)).AuditId ?? null, IsPOE: true })
    return { url, id: world.caller.tenant.id }
  }
  const ids = await world.idsFor(url)
  if (entity.startsWith('help') || entity === 'dispute') return { url: fill(url, ids), id: await lastOf(entity) }
  const name = parameter ?? pathNames(url).at(-1) ?? ''
  // A record is under no other one in the path of a task.
  if (parameter) for (const other of pathNames(url)) if (other !== name) ids.set(other.toLowerCase(), '0')
  return { url: fill(url, ids), id: Number(ids.get(name.toLowerCase())) }
}

const closeBooks = async (url: string) => {
  const { AuditId } = await world.get(url)
  await world.post(url, { AuditId: AuditId ?? null, ClosedThrough: '2000-12-31' })
  return { url, id: 1 }
}

const saveDocumentTemplate = async (url: string) => {
  const ids = await world.idsFor(url)
  await world.post(fill(url, ids), { AuditId: 1, PaperSize: 'A4' })
  return { url: fill(url, ids), id: Number(ids.get('documenttemplateid')) }
}

const mapContact = async (url: string) => {
  const id = Number(await world.person())
  const path = fill(url, new Map([['id', String(id)]]))
  await world.post(`${path}/59`)
  return { url: path, id }
}

const issueCertificate = async (url: string) => {
  const ids = await world.idsFor(url)
  await EVENT_STEPS.issueEventCertificate(world, ids)
  return { url: fill(url, ids), id: Number((await world.post(fill(url, ids))).EventCertificateId) }
}

/** An exhibitor, which only a registration creates. */
const changeExhibitor = async (url: string) => {
  const ids = await world.idsFor(url)
  await world.post(fill(url, ids), { AuditId: 1, BoothNumber: 'B1' })
  return { url: fill(url, ids), id: Number(ids.get('exhibitorid')) }
}

/** Records that every tenant or contact has. */
const saveSiteModule = async (url: string) => {
  await world.post(fill(url, new Map([['sitemoduletypeid', '6']])), { AuditId: 1, IsAllowed: true })
  return { url: fill(url, new Map([['sitemoduletypeid', '6']])), id: 6 }
}

/** A record that only a list returns. @param path as in RECIPES. */
const listed = (path: string, name: string) => async (url: string) => ({
  url,
  id: Number((await world.idsFor(path)).get(name)),
})

const suppressAddress = async (url: string) => ({
  url,
  id: Number((await world.post(url, { Address: 'a@x.example', Reason: 'bounced' })).SuppressionId),
})

const saveAssociationSettings = async (url: string) => {
  await world.post(url, { Affiliation: 'north' })
  const where = { tenantId: world.caller.tenant.id }
  return { url, id: (await world.server.database.system.associationSettings.findFirstOrThrow({ where })).id }
}

/** Records that every tenant has. */
const EXISTING = new Map([
  ['ledgercustomer', mapContact],
  ['closedperiod', closeBooks],
  ['document-template', saveDocumentTemplate],
  ['sitemodule', saveSiteModule],
  ['eventcertificate', issueCertificate],
  ['eventexhibitor', changeExhibitor],
  ['tag', listed('/contacts/tags/:tagid', 'tagid')],
  ['categorylist', listed(':categorylistid', 'categorylistid')],
  ['categoryitem', listed(':categorylistid/items/:categoryitemid', 'categoryitemid')],
  ['certification', listed(':certificationid', 'certificationid')],
  ['contactroletype', listed('/roletypes/:roleid', 'roleid')],
  ['mail', suppressAddress],
  ['associationsettings', saveAssociationSettings],
])

const lastOf = async (entity: string): Promise<number> => {
  if (entity === 'helpcomment') await world.post('/api/help/contacts/comments', { Text: 'Good' })
  const { entityId } = await world.server.database.system.outboxEvent.findFirstOrThrow({
    where: { tenantId: world.caller.tenant.id, entity },
    orderBy: { id: 'desc' },
  })
  return entityId
}

describe('POST {$request.body#/Url} (deliverWebhook)', () => {
  test('has a record in the full style for each entity that emits events', () => {
    const known = [...shapes.keys(), ...Object.keys(WITHOUT_RECORD)].sort()
    expect.soft(known, 'add `shapes` to the manifest of the area, or a reason to WITHOUT_RECORD').toEqual(entities)
    const kinds = [...shapes.keys()].sort()
    expect
      .soft(Object.keys(DOCUMENTED).sort(), 'add the operation that returns the record to DOCUMENTED')
      .toEqual(kinds)
    const inContract = 'change `x-records` in openapi/integration/webhooks.yaml, and run npm run contract'
    expect.soft(Object.keys(deliveredShapes).sort(), inContract).toEqual(kinds)
    expect(Object.entries(WITHOUT_RECORD).filter(([, { isStillSo }]) => !isStillSo())).toEqual([])
  })

  test.each(Object.entries(DOCUMENTED))(
    'contains the %s as its own operation returns it',
    async (entity, documented) => {
      const { operation, part, omitted = {} } = documented
      const shape = shapes.get(entity)
      const { url, id } = await create(entity, documented)
      const reader = await world.server.caller(world.caller.tenant, [shape?.scope ?? ''])
      const response = await reader.get(url)
      expect(response.statusCode, response.body).toBe(200)
      expectShape(operation, response.json())
      const { database, app } = world.server
      const scope = await systemScope({ database, clock: systemClock, log: app.log }, world.caller.tenant.id)
      const event = await database.system.outboxEvent.findFirstOrThrow({
        where: { tenantId: scope.tenant.id, entity: shape?.entity ?? entity, entityId: id },
        orderBy: { id: 'asc' },
      })
      const record = JSON.parse((await readRecord(scope, event)) ?? 'null')
      expectDeliveredShape(entity, record)
      expect(masked(record, omitted)).toEqual({ ...(part ? part(response.json(), id) : response.json()), ...omitted })
      expect(record.Actions ?? []).not.toEqual(expect.arrayContaining(['edit']))
    },
  )
})

/** Fields that are left out are compared without the port of the receiver. */
const masked = (record: JsonObject, omitted: JsonObject): JsonObject =>
  'Url' in omitted ? { ...record, Url: String(record.Url).replace(/:\d+/, ':*') } : record
