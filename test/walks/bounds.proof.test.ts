import { afterAll, describe, expect, it, test } from 'vitest'
import { LIST_LIMITS } from '#areas/people/contacts/list-limits.model'
import { contractSchemas, operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { commerceBounds } from '#test/support/walks/commerce-bounds'
import { connectionBounds } from '#test/support/walks/connections'
import { bodyProperties, propertiesOf, servedOperations, titleOf } from '#test/support/walks/operations'
import { STORE_BOUNDS } from '#test/support/walks/store'
import { openWalk, type World } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

const shapes = new Map(contractSchemas.map((shape) => [String(shape.$id), JSON.parse(JSON.stringify(shape)) as Json]))

const resolved = (schema: Json | undefined): JsonObject => {
  if (!isJsonObject(schema)) return {}
  return typeof schema.$ref === 'string' ? resolved(shapes.get(schema.$ref.replace(/#.*$/, ''))) : schema
}

const typesOf = (schema: JsonObject): Json[] => [schema.type ?? []].flat()

const LOWER = ['minLength', 'minimum', 'minItems', 'exclusiveMinimum']
const UPPER = ['maxLength', 'maximum', 'maxItems', 'exclusiveMaximum']

/** The bounds of a read that its save does not have, by pointer. */
const missingBounds = (read: Json | undefined, saved: Json | undefined, at = '', depth = 0): string[] => {
  const [one, other] = [resolved(read), resolved(saved)]
  if (one === other || depth > 6 || one.readOnly || other.readOnly) return []
  const has = (name: string, isKept: (bound: number, own: number) => boolean) =>
    typeof one[name] !== 'number' || (typeof other[name] === 'number' && isKept(one[name], other[name]))
  const own = [
    ...LOWER.filter((name) => !has(name, (bound, kept) => kept >= bound)),
    ...UPPER.filter((name) => !has(name, (bound, kept) => kept <= bound)),
    ...(one.pattern !== undefined && one.pattern !== other.pattern ? ['pattern'] : []),
  ].map((name) => `${at} ${name}`)
  const [fields, sent] = [propertiesOf(one), propertiesOf(other)]
  return [
    ...own,
    ...(one.items && other.items ? missingBounds(one.items, other.items, `${at}/0`, depth + 1) : []),
    ...Object.keys(fields)
      .filter((name) => name in sent)
      .flatMap((name) => missingBounds(fields[name], sent[name], `${at}/${name}`, depth + 1)),
  ]
}

const allOperations = [...operationCatalogue.values()]
const responseOf = ({ schema }: Operation): Json => {
  const response = resolved(JSON.parse(JSON.stringify(schema.response[200] ?? {})) as Json)
  const rows = resolved(propertiesOf(response).Results)
  return resolved((rows.items ?? response.items ?? response) as Json)
}

/** The operations that show what a save writes: itself, GET at its path, and the list above. */
const readsOf = (save: Operation): Operation[] => {
  const paths = [save.url, save.url.replace(/\/[^/]*$/, '')].map((url) => url.toLowerCase())
  return [save, ...allOperations.filter(({ method, url }) => method === 'GET' && paths.includes(url.toLowerCase()))]
}

describe('a save has every bound of its read', () => {
  for (const save of allOperations.filter(({ schema }) => schema.body !== undefined)) {
    const body = JSON.parse(JSON.stringify(save.schema.body)) as Json
    const missing = readsOf(save).flatMap((read) =>
      missingBounds(responseOf(read), body).map((bound) => `${read.operationId} ${bound}`),
    )
    if (missing.length > 0) it(titleOf(save), () => expect(missing).toEqual([]))
  }
  test('compares the operations of the whole contract', () => {
    expect(allOperations.filter((one) => one.schema.body && readsOf(one).length > 1).length).toBeGreaterThan(50)
  })
})

/** A list of a document whose items are added: by further saves of the document, and by other operations. */
interface Growing {
  /** Creates a record and returns the address at which its document is saved. */
  record: (world: World) => Promise<string>
  item: (world: World, index: number) => Promise<JsonObject> | JsonObject
  /** Where the list is read, if not in the document at the address of the save. */
  read?: (url: string) => string
  /** Other operations that add an item. */
  others?: ((world: World, url: string) => Promise<{ statusCode: number; body: string }>)[]
}

const REPLACED = 'each save replaces the list'
const POSTED = 'a document is posted once, and a change of it cannot contain the list'
const IGNORED = 'requests cannot set it'
const COMMAND = 'the list is the subject of a command, and is not stored'
const VALUES = 'one value for each field, and a tenant has at most as many fields'
const idIn = (url: string): string => /(\d+)(?:\/true)?$/.exec(url)?.[1] ?? ''
const person = async (one: World) => `/api/contacts/person/${await one.person()}`
const organization = async (one: World) => `/api/contacts/org/${await one.organization()}`
const addPart = (path: string, body: () => JsonObject) => (one: World, url: string) =>
  one.caller.post(`/api/contacts/${idIn(url)}/${path}/0`, body())
const email = (index: number | string) => ({ Kind: 'email', Value: `bound${index}@walk.example` })
const INFO_PARTS = [
  addPart('emails', () => ({ EmailAddress: 'one-more@walk.example' })),
  addPart('phones', () => ({ PhoneNumber: '+1 212 555 0199' })),
  addPart('websites', () => ({ Url: 'https://one-more.example' })),
]
const address = (index: number): JsonObject => ({ Address1: `${index} Bound Street`, City: 'Walk' })
const addAddress = addPart('addresses', () => address(9999))
const organizationRead = (url: string) => url.replace('/org/', '/OrgGeneral/')

const MAPPINGS = ['Account', 'Class', 'Discount', 'FeeItem', 'PaymentGateway', 'PaymentType', 'Tax', 'WriteOff']

/** Saves that set values of custom fields. */
const WITH_VALUES = [
  ...['savePerson', 'saveOrganization', 'createProjectFromTemplate', 'joinMembership', 'saveMembership'],
  ...['saveProject', 'saveDirectoryListing', 'saveMembershipType', 'saveEvent'],
  ...['Physical', 'Digital', 'Voucher', 'Informational'].map((kind) => `save${kind}StoreItem`),
]

/** Every list with a bound in the body of a save: how it grows, or why it cannot grow beyond the bound. */
const LISTS: Record<string, Growing | string> = {
  'savePerson ContactList': { record: person, item: (_, index) => email(index), others: INFO_PARTS },
  'savePerson Addresses': { record: person, item: (_, index) => address(index), others: [addAddress] },
  'savePerson OrganizationsAndRoles': {
    record: person,
    item: async (one, index) => ({ OrganizationContactId: await commonOrganization(one), Title: `Role ${index}` }),
    others: [
      async (one, url) =>
        one.caller.post(`/api/contacts/${idIn(url)}/roles/0`, { OrganizationContactId: await commonOrganization(one) }),
      async (one, url) =>
        one.caller.post(`/api/contacts/${await commonOrganization(one)}/roles/0`, { ContactId: Number(idIn(url)) }),
    ],
  },
  'savePerson ContactDesignations': {
    record: person,
    item: (_, index) => ({ Code: `D${index}` }),
    others: [addPart('designations', () => ({ Code: 'MORE' }))],
  },
  ...Object.fromEntries(WITH_VALUES.map((save) => [`${save} CustomFields`, VALUES])),
  'saveOrganization ContactInfos': {
    record: organization,
    read: organizationRead,
    item: (_, index) => email(index),
    others: INFO_PARTS,
  },
  'saveOrganization Addresses': {
    record: organization,
    read: (url) => `/api/contacts/${idIn(url)}/addresses`,
    item: (_, index) => address(index),
    others: [addAddress],
  },
  'saveOrganization ParentOrganizations': {
    record: organization,
    read: organizationRead,
    item: async (one) => ({ ContactId: Number(await one.organization()) }),
    others: [
      async (one, url) =>
        one.caller.post(`/api/contacts/${idIn(url)}/relationships/0`, {
          OtherContactId: Number(await one.organization()),
          ContactRelationshipTypeId: await hierarchyType(one),
        }),
      async (one, url) =>
        one.caller.post(`/api/contacts/${await one.organization()}/relationships/0`, {
          OtherContactId: Number(idIn(url)),
          ContactRelationshipTypeId: await hierarchyType(one),
          IsReverse: true,
        }),
    ],
  },
  'saveMembershipLevel ChildChapterIds': REPLACED,
  ...Object.fromEntries(MAPPINGS.map((name) => [`save${name}Mapping Mappings`, REPLACED])),
  ...commerceBounds({ command: COMMAND, ignored: IGNORED, replaced: REPLACED }),
  'addGroupMembers ContactIds': COMMAND,
  'removeGroupMembers ContactIds': COMMAND,
  'checkDuplicates EmailAddresses': COMMAND,
  'mergeContacts EndMembershipIds': COMMAND,
  'testWebhook WebHookFilters': COMMAND,
  'saveCategoryList Items': IGNORED,
  'saveContactCommunication FileIds': REPLACED,
  'saveContentList Actions': IGNORED,
  'saveDirectoryListing Actions': IGNORED,
  'saveDirectoryListingType Actions': IGNORED,
  'saveForm Actions': IGNORED,
  'saveFormSection Actions': IGNORED,
  'saveProject Actions': IGNORED,
  'saveReferralSource Actions': IGNORED,
  'saveProject Milestones': IGNORED,
  'hideSelectedTenantEvents SelectedIds': 'nothing keeps the selection',
  'loadSelectedTenantEvents SelectedIds': 'nothing keeps the selection',
  'requestConnectAccountCharges ListViewItems': IGNORED,
  'requestNegativeBalances ListViewItems': IGNORED,
  'saveDispute Documents': IGNORED,
  'saveDispute Messages': IGNORED,
  'saveWorkflowGeneral Actions': IGNORED,
  'updateWorkflowStatus Actions': IGNORED,
  'saveWorkflowStepBoard Lanes': 'moves the steps that the workflow has; saveWorkflowStep limits their number',
  'saveProjectTemplate Milestones':
    'is read only when the template is created; saveTemplateMilestone limits their number',
  'saveCalendarItem ExcludedStarts': REPLACED,
  'saveChapter Owners': `${REPLACED}; a merge makes it no longer`,
  'saveCustomField ChildCustomFields': REPLACED,
  'saveCustomField SelectListItems': REPLACED,
  'saveDirectoryListingCustomField ActiveListingTypes': REPLACED,
  'saveDirectoryListingCustomField ChildCustomFields': REPLACED,
  'saveDirectoryListingCustomField SelectListItems': REPLACED,
  'saveEditionSettings CustomFieldSettings': 'one setting for each field, and a tenant has at most as many fields',
  'saveGroup Categories': REPLACED,
  'saveHelpTopic FieldHelpText': REPLACED,
  'saveHelpTopic RelatedLinks': REPLACED,
  'saveHelpTopic RelatedTopics': REPLACED,
  'saveProjectTemplate Tasks': REPLACED,
  ...STORE_BOUNDS,
  ...connectionBounds(REPLACED),
  'saveTask TaskItems': {
    record: async (one) => `/api/task/items/${(await one.idsFor('/:taskitemid')).get('taskitemid')}`,
    read: (url) => `/api/task/items/${idIn(url)}/0/0`,
    item: (_, index) => ({ TaskItemId: 0, Name: `Subtask ${index}` }),
  },
  'saveTaxSet Rates': REPLACED,
  'applyCredit Applications': COMMAND,
  'applyPayment Applications': COMMAND,
  'assignCharge Applications': COMMAND,
  'createCharge Applications': POSTED,
  'saveCredit Applications': POSTED,
  'saveCredit Lines': POSTED,
  'saveInvoice Lines': POSTED,
  'savePayment Applications': POSTED,
  'saveTenantSettings CorsOrigins': REPLACED,
  'saveWebhook WebHookFilters': REPLACED,
  'saveWorkflow WorkflowSources': REPLACED,
  'saveWorkflowGeneral WorkflowAntiSources': REPLACED,
  'saveWorkflowGeneral WorkflowPosiSources': REPLACED,
  'updateWorkflowStatus WorkflowAntiSources': REPLACED,
  'updateWorkflowStatus WorkflowPosiSources': REPLACED,
}

let organizationId: Promise<number> | undefined
const commonOrganization = (one: World): Promise<number> => {
  organizationId ??= one.organization().then(Number)
  return organizationId
}

const hierarchyType = async ({ server, caller }: World): Promise<number> => {
  const where = { tenantId: caller.tenant.id, purpose: 'hierarchy' }
  return (await server.database.system.contactRelationshipType.findFirstOrThrow({ where })).id
}

const boundedLists = servedOperations(walk.server.app)
  .filter(({ method }) => method === 'POST')
  .flatMap((operation) =>
    Object.entries(bodyProperties(operation)).flatMap(([field, schema]) => {
      const { maxItems, ...list } = resolved(schema)
      return typeof maxItems === 'number' && typesOf(list).includes('array') ? [{ operation, field, maxItems }] : []
    }),
  )

test('every list with a bound is classified', () => {
  const served = boundedLists.map(({ operation, field }) => `${operation.operationId} ${field}`).sort()
  expect(served, 'add what fills the list, or why nothing keeps it, to LISTS').toEqual(Object.keys(LISTS).sort())
})

test('the limits of the lists of a contact are the bounds of its documents', () => {
  const documents = ['savePerson', 'saveOrganization'].map((id) => operationCatalogue.get(id))
  for (const { fields, max } of LIST_LIMITS)
    fields.forEach((field, index) => {
      const document = documents[index]
      if (field !== null) expect(document && resolved(bodyProperties(document)[field]).maxItems, field).toBe(max)
    })
})

/** The rows of a list: those of a field, or the whole response. */
const rowsIn = (read: Json, field: string): Json[] =>
  Array.isArray(read) ? read : ((read as JsonObject)[field] as Json[])

/** As the refusal of another version states it. */
const currentVersion = async (url: string): Promise<Json> =>
  (await world.caller.post(url, { AuditId: 2_000_000 })).json().AuditId ?? null

describe('no operation makes a list longer than the document allows', () => {
  for (const { operation, field, maxItems } of boundedLists) {
    const list = LISTS[`${operation.operationId} ${field}`]
    if (typeof list !== 'object') continue
    it(`${titleOf(operation)}: ${field}`, async () => {
      const url = await list.record(world)
      const stored = async () => rowsIn(await world.get(list.read?.(url) ?? url), field)
      const save = async (items: Json[]) =>
        world.caller.post(url, { AuditId: await currentVersion(url), [field]: items })
      const count = maxItems + 1 - (await stored()).length
      const items: JsonObject[] = []
      for (let index = 0; index < count; index++) items.push(await list.item(world, index))
      const filled = await save(items.slice(0, -1))
      expect([filled.statusCode, filled.body.slice(0, 300)]).toEqual([200, expect.anything()])
      const calls = [() => save(items.slice(-1)), ...(list.others ?? []).map((add) => () => add(world, url))]
      for (const call of calls) {
        const refused = await call()
        expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([422, 'too-many'])
      }
      const full = await stored()
      expect(full).toHaveLength(maxItems)
      const again = await save(full)
      expect([again.statusCode, again.body.slice(0, 300)]).toEqual([200, expect.anything()])
    }, 60_000)
  }
})
