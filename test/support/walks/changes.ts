import type { LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { ADVERTISING_BODIES } from './advertising.ts'
import { BENEFIT_BODIES } from './benefits.ts'
import { DOCUMENT_BODIES } from './book-documents.ts'
import { BUYING_BODIES } from './buying.ts'
import { EVENT_STEPS } from './events.ts'
import { BEFORE_INVITATIONS, INVITATION_BODIES } from './invitations.ts'
import { bodyProperties, exampleOf } from './operations.ts'
import { RECIPES } from './recipes.ts'
import { STORE_BODIES } from './store.ts'
import { fill, type Ids, type World } from './world.ts'

/** A person in the group of the path. */
const addMember = async (world: World, ids: Ids): Promise<unknown> => {
  const ContactIds = [Number(await world.person())]
  return world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds })
}

const contactChapter = async (world: World, contactId?: string, chapterId?: string): Promise<JsonObject> => ({
  ContactId: Number(contactId ?? (await world.person())),
  ChapterId: Number(chapterId ?? (await world.idsFor('/:chapterid')).get('chapterid')),
})

/** Takes steps with the membership of the path, so that the operation has the status that it needs. */
const afterSteps =
  (...steps: string[]) =>
  async (world: World, ids: Ids): Promise<void> => {
    for (const step of steps) {
      const body = step === 'pay' ? { PaymentTypeId: 1 } : {}
      await world.post(`/api/memberships/${ids.get('membershipid')}/${step}`, body)
    }
  }

/** The operations that replace a mapping of the ledger. */
const MAPPINGS = ['Account', 'Class', 'Discount', 'FeeItem', 'PaymentGateway', 'PaymentType', 'Tax'].map(
  (name) => `save${name}Mapping`,
)
const installLedger = (world: World) => world.post('/api/ledgersettings/settings/ledgerinstall', {})
const entriesOf = <T>(names: readonly string[], value: T) => Object.fromEntries(names.map((name) => [name, value]))

/** The preparation of an operation, if the records of its path are not enough. */
const BEFORE: Record<string, (world: World, ids: Ids) => Promise<unknown>> = {
  ...BEFORE_INVITATIONS,
  ...entriesOf([...MAPPINGS, 'saveWriteOffMapping', 'saveLedgerInstall'], installLedger),
  ...EVENT_STEPS,
  restoreContact: (world, ids) => world.good(world.caller.delete(`/api/contacts/${ids.get('contactid')}/1`), 'delete'),
  deleteContactImage: (world, ids) =>
    world.post(`/api/contacts/${ids.get('contactid')}/image`, { Url: 'https://a.example/1.png' }),
  deleteGroup: addMember,
  copyGroup: addMember,
  mergeGroup: addMember,
  renewMembership: afterSteps('pay'),
  changeMembershipLevel: afterSteps('pay'),
  suspendMembership: afterSteps('pay'),
  resumeMembership: afterSteps('pay', 'suspend'),
  dropMembership: afterSteps('pay', 'suspend'),
  reinstateMembership: afterSteps('pay', 'cancel'),
  deleteContactChapter: async (world, ids) =>
    world.post('/api/chapters/contactchapter', await contactChapter(world, ids.get('contactid'), ids.get('chapterid'))),
  resetCalendarOccurrence: (world, ids) =>
    world.post(fill('/api/calendars/:calendarid/items/:calendaritemid/occurrences/:start', ids), {
      AuditId: 1,
      Location: 'Library',
    }),
}

/** The body of a change, if the example does not reference the record. */
const BODIES: Record<string, (world: World, ids: Ids) => Promise<JsonObject>> = {
  ...DOCUMENT_BODIES,
  ...BENEFIT_BODIES,
  ...INVITATION_BODIES,
  ...ADVERTISING_BODIES,
  ...BUYING_BODIES,
  ...STORE_BODIES,
  ...entriesOf(MAPPINGS, async () => ({ InstallationId: null, Mappings: [] })),
  saveWriteOffMapping: async () => ({ IntegrationId: null, Mappings: [] }),
  addGroupMembers: async (world) => ({ ContactIds: [Number(await world.person())] }),
  removeGroupMembers: async (world, ids) => {
    const ContactIds = [Number(await world.person())]
    await world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds })
    return { ContactIds }
  },
  mergeGroup: async (world) => ({ IntoGroupId: Number((await world.idsFor('/groups/:groupid')).get('groupid')) }),
  saveContactChapter: (world) => contactChapter(world),
  saveAssignedContact: async () => ({}),
  renewMembership: async () => ({}),
  reinstateMembership: async () => ({}),
  changeMembershipLevel: async (world, ids) => {
    const { MembershipTypeId } = await world.get(`/api/memberships/${ids.get('membershipid')}`)
    const level = { Name: `Gold ${world.next()}`, Price: 900 }
    const { MembershipLevelId } = await world.post(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
    return { LevelId: MembershipLevelId ?? null }
  },
  saveMilestone: async (world) => {
    const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
    const { ProjectMilestoneId } = await world.post('/api/task/milestones/addedit', { ProjectId, Name: 'Venue' })
    return { ProjectMilestoneId, ProjectId, Name: 'Venue booked' } as JsonObject
  },
  saveTemplateMilestone: async (world) => {
    const { ProjectTemplateId } = await world.post('/api/projecttemplates/0', { Name: 'Fair' })
    const named = { ProjectTemplateId, Name: 'Venue' }
    const { ProjectTemplateMilestoneId } = await world.post('/api/task/template/milestones/addedit', named)
    return { ...named, ProjectTemplateMilestoneId, Name: 'Venue booked' } as JsonObject
  },
  saveWebhook: async (world) => {
    const Id = (await world.idsFor(':webhookid')).get('webhookid') ?? ''
    return { Id, Url: world.receiverUrl, WebHookFilters: ['contact.*'] }
  },
  // The address of a registry is resolved when it is saved.
  saveAssociationSettings: async () => ({
    Affiliation: 'ME',
    Registry: 'Embedded',
    RegistryUrl: null,
    RegistryKey: null,
  }),
  mergeContacts: async (world) => {
    const WinnerContactId = Number(await world.person())
    const LoserContactId = Number(await world.person())
    return { WinnerContactId, LoserContactId }
  },
}

export const AUDIT_ID = /auditid$/i

/** A path with a version needs one; any number if the test is about If-Match. */
const ANY = 1

/** What a request states of the version, and other values of its body. */
export interface Sent {
  body?: JsonObject
  ifMatch?: number
  auditId?: number
}

export interface OpenChange {
  ids: Ids
  /** The body without versions. */
  body: JsonObject
  send(change: Sent): Promise<LightMyRequestResponse>
}

/** The body of a save as its recipe has it, or the example. */
const changed = async (world: World, operation: Operation, ids: Ids): Promise<JsonObject> => {
  const recipes = RECIPES.map(([, recipe]) => recipe)
  const recipe = recipes.find((one) => typeof one === 'object' && one.save === operation.operationId)
  const body = typeof recipe === 'object' ? await world.bodyFor(recipe, ids) : world.renamed(exampleOf(operation))
  return JSON.parse(JSON.stringify(body))
}

/** Creates the records that an operation changes. Returns the request that changes them. */
export const openChange = async (world: World, operation: Operation): Promise<OpenChange> => {
  const ids = await world.idsFor(operation.url)
  await BEFORE[operation.operationId]?.(world, ids)
  const example = (await BODIES[operation.operationId]?.(world, ids)) ?? (await changed(world, operation, ids))
  const versions = Object.keys(bodyProperties(operation)).filter((name) => AUDIT_ID.test(name))
  const body = Object.fromEntries(Object.entries(example).filter(([name]) => !AUDIT_ID.test(name)))
  // With several versions each is required, and each of a new record is 1.
  if (versions.length > 1) for (const name of versions) body[name] = 1
  const send = (change: Sent): Promise<LightMyRequestResponse> => {
    const url = fill(operation.url, new Map([...ids, ['auditid', String(change.auditId ?? ANY)]]))
    const headers: Record<string, string> = change.ifMatch === undefined ? {} : { 'if-match': `"${change.ifMatch}"` }
    if (operation.method === 'DELETE') return world.caller.delete(url, headers)
    return world.caller.post(url, { ...body, ...change.body }, headers)
  }
  return { ids, body, send }
}
