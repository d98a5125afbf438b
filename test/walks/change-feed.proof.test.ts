import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it, test } from 'vitest'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { documentsIfMatch } from '#kernel/contract/conditions'
import type { JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { runJobs } from '#test/support/jobs/run-jobs'
import { readFeed } from '#test/support/people/read-feed'
import { openChange } from '#test/support/walks/changes'
import { pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { openWalk } from '#test/support/walks/world'

// Every operation that changes something runs once. The contacts whose documents it changed must be in the change feed.

const walk = await openWalk({ own: true })
const world = await walk.world()
afterAll(() => walk.close())
const { caller, server } = world

const operations = servedOperations(server.app).filter(({ method }) => method !== 'GET')

/** Operations that only change a label which the documents of contacts show. */
const LABELS: Record<string, string> = {
  saveContactRoleType: 'the name of a role',
  saveCertification: 'the name of a certification',
  saveContactRelationshipType: 'the names of a relationship',
  saveGroup: 'the name and settings of a group',
  saveTag: 'the name of a tag',
  saveCategoryItem: 'the name of a category',
  saveCategoryList: 'the name of a category list',
  saveMembershipType: 'the name of a membership type',
  saveMembershipLevel: 'the name of a membership level',
  saveChapter: 'the name of a chapter',
  saveCustomField: 'a field, empty in all contacts',
  saveProject: 'the name and the days of a project',
}

/** Operations on records that no operation creates. */
const OTHERWISE_CREATED: Record<string, string> = {
  replayWebhookAttempt: 'attempts of deliveries',
  resendMailMessage: 'mails',
  deleteHelpComment: 'its id is in no response',
  retryJob: 'failed jobs',
}

/** Fields that are equal in all contacts. Their change emits `tenantsettings.updated`. */
const SETTINGS_OF_THE_TENANT = [
  ...['IsRealEstateEdition', 'NatregIsStateAssociation', 'IsPOE'],
  ...['FamilyContactsEnabled', 'RoleRequired', 'ShouldTrackCertificateCompletion'],
]

/** Fields that depend on the caller or on the day, and labels of other records. */
const NOT_OF_THE_CONTACT = ['Actions', 'OpenTaskCount', 'DoNotShowEditName', 'ModelItems', ...SETTINGS_OF_THE_TENANT]

type Documents = Map<number, (JsonObject | null)[]>

/** The documents of the contacts of the tenant that are in lists, without the known ones; null for those that the contact does not have. */
const documentsWithout = async (known: ReadonlySet<number>): Promise<Documents> => {
  const where = { tenantId: caller.tenant.id, id: { notIn: [...known] }, isUnmatched: false }
  const contacts = await server.database.system.contact.findMany({ where, orderBy: { id: 'asc' } })
  const documents: Documents = new Map()
  if (contacts.length === 0) return documents
  const listed = await readListed(contacts.map(({ id }) => id))
  for (const { id, systemTypeId } of contacts) {
    const paths =
      systemTypeId === 1
        ? [`/api/contacts/person/${id}`, `/api/contacts/PersonSummary/${id}`, `/api/contacts/${id}/categories`]
        : [`/api/contacts/OrgGeneral/${id}`]
    const shared = [`/api/contacts/org/${id}/groups`, `/api/contacts/org/${id}/memberships`]
    documents.set(id, [...(await Promise.all([...paths, ...shared].map(read))), listed.get(id) ?? null])
  }
  return documents
}

/** The rows of the list of contacts. */
const readListed = async (ids: readonly number[]): Promise<Map<number, JsonObject>> => {
  const page = await read(`/api/contacts?$filter=ContactId in (${ids.join(',')})&$top=1000`)
  const rows = page?.Results as (JsonObject & { ContactId: number })[]
  return new Map(rows.map((row) => [row.ContactId, row]))
}

const read = async (path: string): Promise<JsonObject | null> => {
  const response = await caller.get(encodeURI(path))
  expect([200, 404], `${path}: ${response.body}`).toContain(response.statusCode)
  return response.statusCode === 200 ? JSON.parse(response.body, (key, value) => (isShown(key) ? value : null)) : null
}

const isShown = (key: string): boolean => !NOT_OF_THE_CONTACT.includes(key)

/** The ids of all contacts. Later ones can have lower ids, because processes reserve ids. */
const contactIds = async (): Promise<Set<number>> => {
  const where = { tenantId: caller.tenant.id }
  const contacts = await server.database.system.contact.findMany({ where, select: { id: true } })
  return new Set(contacts.map(({ id }) => id))
}

const FAR = 2_000_000

/** Sends a change with the version that the record has. */
const change = async (operation: Operation, send: Awaited<ReturnType<typeof openChange>>['send']) => {
  const isInPath = pathNames(operation.url).some((name) => name.toLowerCase() === 'auditid')
  if (!isInPath && !documentsIfMatch(operation)) return send({})
  const refused = await send(documentsIfMatch(operation) ? { ifMatch: FAR } : { auditId: FAR })
  const AuditId: number = refused.json()?.AuditId ?? 1
  return send({ auditId: AuditId, ...(documentsIfMatch(operation) && { ifMatch: AuditId }) })
}

const accepted = new Set<string>()
const changing = new Set<string>()

describe('GET /api/contacts/delta (listContactChanges) contains the contacts that are changed by', () => {
  for (const operation of operations.filter(({ operationId }) => !(operationId in { ...LABELS, ...OTHERWISE_CREATED })))
    it(titleOf(operation), async () => {
      const known = await contactIds()
      const { send } = await openChange(world, operation)
      const before = await documentsWithout(known)
      const since = new Date()
      const response = await change(operation, send)
      expect(response.statusCode, response.body).toBeLessThan(500)
      if (response.statusCode < 300) accepted.add(operation.operationId)
      await runJobs(server, CONTACTS_CHANGED)
      const after = await documentsWithout(known)
      const changed = [...after].filter(([id, now]) => !isDeepStrictEqual(now, before.get(id))).map(([id]) => id)
      if (changed.length > 0) changing.add(operation.operationId)
      const feed = await readFeed(caller, since.toISOString())
      const seen = new Set(feed.json().map(({ ContactId }: { ContactId: number }) => ContactId))
      expect(
        changed.filter((id) => !seen.has(id)),
        `documents that changed: ${JSON.stringify(changed)}`,
      ).toEqual([])
    })
})

test('finds the operations of every area', () => {
  expect(accepted.size).toBeGreaterThan(100)
  expect(changing.size).toBeGreaterThan(50)
})
