import { operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json } from '#kernel/contract/json'
import { loadDemo } from '#src/demo/load-demo'
import type { TestApp, TestCaller } from '../build-app.ts'
import { addCommerceRecords, COMMERCE_TABLES } from '../commerce/commerce-records.ts'
import { idColumnOf } from '../database/id-column.ts'
import { addFinanceRecords } from '../finance/finance-records.ts'
import { FIXED_WORDS } from './fixed-words.ts'
import { addConnection, addWebhook } from './foreign-integrations.ts'
import { VERSIONS_OF_ROWS } from './versions-of-rows.ts'

/** Fills a route's parameters. */
export const pathWith = (url: string, value: (name: string) => string): string =>
  url.replace(/:(\w+)(\([^)]*\))?/g, (_, name: string) => value(name)).replace('*', 'x')

/** The contract's own example of the operation's body, so that a request gets past validation. */
export const exampleBody = (method: string, url: string): Json => {
  const operation = [...operationCatalogue.values()].find((known) => known.method === method && known.url === url)
  const body = operation?.document.requestBody
  const content = isJsonObject(body) && isJsonObject(body.content) ? body.content['application/json'] : undefined
  if (!isJsonObject(content)) return {}
  if (content.example !== undefined) return content.example
  const [first] = isJsonObject(content.examples) ? Object.values(content.examples) : []
  return isJsonObject(first) && first.value !== undefined ? first.value : {}
}

/** The table of the id in a path parameter. */
export const TABLES: Record<string, string> = {
  contactid: 'contact',
  personid: 'contact',
  loginid: 'staff',
  // Of the feed of contacts.
  id: 'contact',
  primarycontactid: 'contact',
  emailid: 'contact_email',
  phoneid: 'contact_phone',
  websiteid: 'contact_website',
  contactaddressid: 'contact_address',
  contactroleid: 'contact_role',
  roletypeid: 'contact_role_type',
  designationid: 'contact_designation',
  tagid: 'tag',
  roleid: 'contact_role_type',
  activityid: 'contact_activity',
  contactactivityid: 'contact_activity',
  communicationid: 'contact_communication',
  categorylistid: 'category_list',
  categoryitemid: 'category_item',
  contactrelationshipid: 'contact_relationship',
  contactrelationshiptypeid: 'contact_relationship_type',
  certificationid: 'certification',
  certificationcontactid: 'contact_certification',
  recordid: 'contact_record',
  contactrecordid: 'contact_record',
  groupid: 'contact_group',
  membershipid: 'membership',
  membershiptypeid: 'membership_type',
  membershiplevelid: 'membership_level',
  chapterid: 'chapter',
  jobid: 'chapter_assignment',
  directoryid: 'directory',
  directorylistingid: 'directory_listing',
  listingtypeid: 'directory_listing_type',
  customfieldid: 'custom_field',
  customfieldgroupid: 'custom_field_group',
  contentlistid: 'content_list',
  referralsourceid: 'referral_source',
  formid: 'form',
  formsectionid: 'form_section',
  ...COMMERCE_TABLES,
  accountid: 'account',
  classid: 'transaction_class',
  taxregionid: 'tax_region',
  taxsetid: 'tax_set',
  discountid: 'discount',
  feeitemid: 'fee_item',
  paymentsubtypeid: 'payment_subtype',
  paymentgatewayid: 'payment_gateway',
  epaymenttransactionid: 'processor_charge',
  invoiceid: 'invoice',
  paymentid: 'payment',
  creditid: 'credit',
  refundid: 'refund',
  writeoffid: 'write_off',
  executionid: 'ledger_execution',
  rowid: 'log_event',
  signatureid: 'signature',
  applicationpermissionid: 'application_permission',
  templateid: 'mail_template',
  documenttemplateid: 'document_template',
  messageid: 'mail_message',
  suppressionid: 'mail_suppression',
  taskitemid: 'task_item',
  tasktypeid: 'task_type',
  projectid: 'project',
  projecttemplateid: 'project_template',
  projecttypeid: 'project_type',
  projectmilestoneid: 'project_milestone',
  projecttemplatemilestoneid: 'project_template_milestone',
  commentid: 'help_comment',
  calendarid: 'calendar',
  calendaritemid: 'calendar_item',
  submissionid: 'calendar_submission',
  memberloginid: 'member_login',
  fileid: 'stored_file',
  // Of integrations, whose parameters have other names.
  nativeintegrationid: 'native_integration',
  connectorid: 'native_connector',
  tenantexportid: 'tenant_export',
  importid: 'import_run',
  exchangeid: 'exchange',
  connectionid: 'connection',
  webhookid: 'webhook',
  attemptid: 'webhook_attempt',
  workflowid: 'workflow',
  workflowstepid: 'workflow_step',
}

/** Returns the table of the id in a parameter of a path. */
export const tableOf = (name: string, url: string): string | undefined => {
  const isIntegration = url.startsWith('/native/') && ['id', 'integrationid'].includes(name.toLowerCase())
  return isIntegration ? TABLES.nativeintegrationid : TABLES[name.toLowerCase()]
}

/** Parameters that are the processor's own ids, by the table that contains them. */
const UIDS: Record<string, string> = {
  accountid: 'processor_account',
  transactionuid: 'processor_charge',
  // Of a transfer.
  id: 'processor_payout',
}

/** The paths in which accountid is the id of an account at the processor, not of one of the books. */
const OF_GATEWAYS = /\/payproc\/|\/paymentgateway\//

/** Parameters that are not ids. */
export const WORDS: Record<string, string> = {
  ...FIXED_WORDS,
  paymenttypeid: '5',
  integrationid: '59',
  connectorname: 's3',
  sourcetenantkey: 'no-such-tenant',
  forcesave: 'true',
  includeparent: 'true',
  includetoplevelselection: 'true',
  start: '2026-11-24T18:30:00',
  bankid: 'ba_none',
  defaultforcurrency: 'true',
  defaulttransactiontype: '2',
  positiontypeid: '1',
  sitemoduletypeid: '10',
  paymentgatewaytypeid: '2',
  date: '2026-11-01',
  search: 'walk',
  // The feed keeps 90 days.
  utcdatetime: new Date(Date.now() - 86_400_000).toISOString(),
  nationalid: '300118',
}

/** Whether a path parameter is the id of a record below a contact. */
export const isNested = (name: string): boolean => !/contactid$/i.test(name) && name.toLowerCase() in TABLES

export interface IdsByParameter {
  has(name: string): boolean
  /** An id of the other tenant for a parameter of this path. */
  of(name: string, url: string): string
  /** An id of a contact of the caller's own. */
  ownContact: string
  /** An id that no tenant has. */
  missing(name: string): string
  /** Returns the tables in which rows of the other tenant have changed. */
  stillThere(): Promise<string[]>
}

/** Fills the other tenant with records of every kind, and returns their ids. */
export const foreignIds = async (server: TestApp, mine: TestCaller, theirs: TestCaller): Promise<IdsByParameter> => {
  await loadDemo({ database: server.database, tenant: theirs.tenant, contacts: 60, now: new Date() })
  await theirs.post('/api/signatures/0', { Name: 'Theirs', SignatureHtml: '<p>Yours</p>' })
  await theirs.post('/api/mail/suppressions', { Address: 'theirs@walk.example' })
  await theirs.post('/api/help/contacts/comments', { Text: 'Theirs' })
  await theirs.post('/api/logs/externalevent/accept', { EventMessage: 'Theirs' })
  const isOpen = { IsPublicViewable: true, AllowPublicSubmission: true }
  const calendar = (await theirs.post('/api/calendars/0', { Name: 'Theirs', ...isOpen })).json().CalendarId
  const proposed = { Title: 'Theirs', Start: '2026-11-24T18:30:00', SubmitterName: 'They' }
  await theirs.post(`/api/public/calendars/${calendar}/submissions`, {
    ...proposed,
    SubmitterEmail: 'they@walk.example',
  })
  const member = (await theirs.post('/api/contacts/person/0', { FirstName: 'They', LastName: 'Member' })).json()
  await theirs.post('/api/memberlogins/0', { ContactId: member.ContactId, EmailAddress: 'they@walk.example' })
  await theirs.post(`/api/calendars/${calendar}/items/0`, { Title: 'Theirs', Start: '2026-11-24T18:30:00' })
  await addFinanceRecords(server, theirs, member.ContactId)
  await addCommerceRecords(server, theirs, member.ContactId)
  const tenantId = theirs.tenant.id
  const { system } = server.database
  const account = await system.processorAccount.findFirstOrThrow({ where: { tenantId } })
  const payout = { uid: 'po_theirs', amount: 1, currencyCode: 'USD', status: 'Paid', startedAt: new Date() }
  await system.processorPayout.create({ data: { tenantId, accountId: account.id, ...payout } })
  const toAddress = 'theirs@walk.example'
  const mail = { key: 'walk', templateKey: 'membership-joined', toAddress, addressKey: toAddress, status: 'failed' }
  await system.mailMessage.create({ data: { tenantId, ...mail } })
  await system.chapterAssignment.create({ data: { tenantId, id: crypto.randomUUID(), status: 'completed' } })
  await addWebhook(server, tenantId)
  await addConnection(server, theirs)
  await theirs.get('/native/apps/csv-to-s3/install')
  const content = { mediaType: 'text/plain', size: 6, sha256: 'theirs' }
  const file = { tenantId, name: 'Theirs', state: 'ready', createdBy: 'system', expiresAt: new Date(2100, 0) }
  await system.storedFile.create({ data: { ...file, ...content } })
  await theirs.post('/api/tenantexports')
  await system.importRun.create({ data: { tenantId, fileName: 'Theirs' } })
  const workflow = { tenantId, name: 'Theirs', author: 'Them', createdBy: 'system', scheduleTypeId: 1 }
  const { id: workflowId } = await system.workflow.create({ data: workflow })
  await system.workflowStep.create({
    data: { tenantId, workflowId, typeId: 1, position: 1, options: { Quantity: 1, Unit: 'days' } },
  })
  const named = { tenantId, name: 'Theirs', nameKey: 'theirs' }
  await system.contentList.create({ data: named })
  const { id: formId } = await system.form.create({ data: named })
  await system.formSection.create({ data: { ...named, formId } })
  const { id: directoryId } = await system.directory.create({ data: named })
  await system.directoryListingType.create({ data: { ...named, directoryId } })
  await system.customFieldGroup.create({ data: named })
  const { id: projectId } = await system.project.create({ data: named })
  await system.projectMilestone.create({ data: { ...named, projectId } })
  await system.projectType.create({ data: named })
  const { id: templateId } = await system.projectTemplate.create({ data: named })
  await system.projectTemplateMilestone.create({ data: { ...named, templateId } })
  const ids = new Map<string, number | string>()
  for (const table of new Set(Object.values(TABLES))) {
    const [row] = await system.$queryRawUnsafe<{ id: number | string }[]>(
      `select ${idColumnOf(table)} as id from ${table} where tenant_id = ${tenantId} order by id desc limit 1`,
    )
    if (!row?.id) throw new Error(`The other tenant has no row in ${table}. Create one in foreignIds.`)
    ids.set(table, row.id)
  }
  for (const table of Object.values(UIDS)) {
    const [row] = await system.$queryRawUnsafe<{ uid: string }[]>(
      `select uid from ${table} where tenant_id = ${tenantId} order by id desc limit 1`,
    )
    if (!row) throw new Error(`The other tenant has no row in ${table}. Create one in foreignIds.`)
    ids.set(`${table} uid`, row.uid)
  }
  const live = async (systemTypeId: number) => {
    const found = await system.contact.findFirstOrThrow({ where: { tenantId, systemTypeId, deletedAt: null } })
    return found.id
  }
  const person = await live(1)
  const organization = await live(2)
  const own = await mine.post('/api/contacts/person/0', { FirstName: 'Own', LastName: 'Contact' })
  const before = await fingerprints(server, tenantId)
  return {
    has: (name) => [TABLES, UIDS, WORDS].some((known) => name.toLowerCase() in known),
    of: (name, url) => {
      const table = tableOf(name, url)
      const uids = UIDS[name.toLowerCase()]
      if (uids && OF_GATEWAYS.test(url)) return String(ids.get(`${uids} uid`))
      if (!table) return WORDS[name.toLowerCase()] ?? '1'
      if (table === 'contact') return String(/org/i.test(url) ? organization : person)
      return String(ids.get(table))
    },
    ownContact: String(own.json().ContactId),
    missing: (name) => {
      if (['jobid', 'executionid', 'massoperationid', 'invitationrunid'].includes(name.toLowerCase()))
        return crypto.randomUUID()
      if (name.toLowerCase() in UIDS && !(name.toLowerCase() in TABLES)) return 'missing_1'
      return TABLES[name.toLowerCase()] ? '2147480000' : (WORDS[name.toLowerCase()] ?? '1')
    },
    stillThere: async () => {
      const after = await fingerprints(server, tenantId)
      return [...before].filter(([table, hash]) => after.get(table) !== hash).map(([table]) => table)
    },
  }
}

/** Creates a webhook with a delivery. */

/** Returns a hash of the versions of all rows of each of the tenant's tables. */
const fingerprints = async ({ database: { system } }: TestApp, tenantId: number): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>()
  for (const table of new Set(Object.values(TABLES))) {
    const [row] = await system.$queryRawUnsafe<{ hash: string }[]>(
      `select ${VERSIONS_OF_ROWS} as hash from ${table} where tenant_id = ${tenantId}`,
    )
    hashes.set(table, row?.hash ?? '')
  }
  return hashes
}

/** The status for a missing scope, by the contract: the operations on application permissions document 401, the others 403. */
export const statusWithoutScope = (method: string, url: string): 401 | 403 =>
  [...operationCatalogue.values()].some(
    ({ method: known, url: path, document }) =>
      // A route can limit a parameter by a pattern, which the contract does not have in its path.
      known === method &&
      path === url.replace(/\([^)]*\)/g, '') &&
      isJsonObject(document.responses) &&
      '403' in document.responses,
  )
    ? 403
    : 401
