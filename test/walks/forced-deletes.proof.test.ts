import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { isJsonObject, type JsonObject } from '#kernel/contract/json'
import { recordUses } from '#kernel/records/uses'
import { runJobs } from '#test/support/jobs/run-jobs'
import { allWalks, partsOf } from '#test/support/walks/all-walks'
import { createShared, type Deletion, type RecordIds, type Referenced } from '#test/support/walks/deletions'
import { operationOf, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { containsId, type ReadResponse, readEverything } from '#test/support/walks/reads'
import { tableOf, tableOfEntity } from '#test/support/walks/tables'
import { isWord } from '#test/support/walks/words'
import { fill, type Ids, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

/** The deletions of records that others refer to, by a documented force or because references do not prevent them. */
const DELETIONS = allWalks().flatMap(({ deletions = [] }) => deletions)

/** The other deletions that are served, by the reason why nothing can still show the record. */
const OTHERS = partsOf('otherDeletions')

/** Whether a deletion is refused while other records use the record. */
const isRefusedInUse = (operationId: string): boolean => {
  const { url } = operationOf(operationId)
  const own = pathNames(url).findLast((name) => !isWord(name)) ?? ''
  return recordUses.entries().some(({ of }) => tableOfEntity(of) === tableOf(own, url))
}

const idsOf = (ids: RecordIds): Ids => new Map(Object.entries(ids).map(([name, id]) => [name, String(id)]))

interface Deleted extends Deletion, Referenced {
  /** The mark that the record has in its names. */
  mark: string
}

const deleted: Deleted[] = []
let before: ReadResponse[] = []
let after: ReadResponse[] = []

/** Creates all records, reads, deletes them, and reads again, since one read of everything serves all of them. */
beforeAll(async () => {
  const shared = await createShared(world)
  const { person, organization, group: groupid, project: projectid } = shared
  const contacts = [person, organization].map((contactid) => ({ contactid, primarycontactid: contactid }))
  for (const deletion of DELETIONS) {
    const mark = `Gone${deleted.length}x`
    deleted.push({ ...deletion, mark, ...(await deletion.create(mark, shared)) })
  }
  const records: RecordIds[] = [...contacts, { groupid }, { projectid }]
  for (const { ids, records: own = [] } of deleted) records.push(ids, ...own)
  const everything = () => readEverything(walk.server.app, world, records.map(idsOf))
  before = await everything()
  for (const one of deleted) await remove(one)
  await runJobs(walk.server, CONTACTS_CHANGED)
  after = await everything()
})

/** Deletes with force. The version is in the refusal of another one. */
const remove = async ({ operation, ids }: Deleted): Promise<void> => {
  const { url } = operationOf(operation)
  const at = (auditid: string) => `${fill(url, idsOf({ ...ids, auditid }))}?${forceOf(operation)}`
  const first = await world.caller.delete(at('2000000'))
  if (first.statusCode === 409) await world.good(world.caller.delete(at(String(first.json().AuditId))), operation)
  else expect(first.statusCode, `${operation}: ${first.body}`).toBe(200)
}

/** The query that forces a deletion; empty if there is none. */
const forceOf = (operationId: string): string => {
  const { parameters } = operationOf(operationId).document
  const names = (Array.isArray(parameters) ? parameters : []).map((one) => (isJsonObject(one) ? String(one.name) : ''))
  const force = names.find((name) => /^force/i.test(name))
  return force ? `${force}=true` : ''
}

/** The operations that show the record by its name or id. */
const shown = (responses: readonly ReadResponse[], { operation, mark, field, ids }: Deleted): string[] => {
  const own = pathNames(operationOf(operation).url).findLast((name) => !isWord(name)) ?? ''
  const id = String(ids[own.toLowerCase()])
  const found = responses.filter(({ status, body }) => {
    if (status !== 200) return false
    return body.includes(mark) || (/^[{[]/.test(body) && containsId(JSON.parse(body), field, id))
  })
  return [...new Set(found.map(({ operationId }) => operationId))].sort()
}

describe('a deletion in spite of references', () => {
  for (const [index, { operation, kind, shownBy, keptBy = {} }] of DELETIONS.entries())
    it(`${titleOf(operationOf(operation))} removes ${kind ?? 'the record'} from every list and document`, () => {
      const one = deleted[index] as Deleted
      expect(shown(before, one)).toEqual(expect.arrayContaining(shownBy))
      expect(shown(after, one).filter((operationId) => !(operationId in keptBy))).toEqual([])
    })
})

/** The caller of the walk is a key, which has no login of its own. */
const isUnread = ({ status, body }: ReadResponse): boolean =>
  status !== 200 && status !== 404 && !JSON.stringify(body).includes('person-needed')

test('reads every list and document of records', () => {
  expect(before.filter(isUnread)).toEqual([])
  expect(after.filter(isUnread)).toEqual([])
  expect(before.length).toBeGreaterThan(150)
})

const rowsBy = (responses: readonly ReadResponse[], operationId: string): Map<unknown, JsonObject> => {
  const { body = '[]' } = responses.find((one) => one.operationId === operationId) ?? {}
  const read = JSON.parse(body)
  return new Map((Array.isArray(read) ? read : read.Results).map((row: JsonObject) => [row.ContactId, row]))
}

test('a contact that shows something else than before is in the change feed again', () => {
  const feedBefore = rowsBy(before, 'listContactChanges')
  const feedAfter = rowsBy(after, 'listContactChanges')
  const changed = (operationId: string) => {
    const rows = rowsBy(after, operationId)
    return [...rowsBy(before, operationId)].filter(([id, row]) => {
      return JSON.stringify({ ...row, ModifiedDate: 0 }) !== JSON.stringify({ ...rows.get(id), ModifiedDate: 0 })
    })
  }
  const ids = new Set([...changed('listContacts'), ...changed('listContactChanges')].map(([id]) => id))
  expect(ids.size).toBe(3)
  const modified = [...feedAfter].filter(([id, { ModifiedDate }]) => {
    return String(ModifiedDate) > String(feedBefore.get(id)?.ModifiedDate)
  })
  expect(modified.map(([id]) => id)).toEqual(expect.arrayContaining([...ids]))
})

test('the version changes of those records only that the deletion changes a field of', () => {
  const versions = (responses: readonly ReadResponse[]) =>
    new Map(
      responses.flatMap(({ url, status, body }) => {
        const read = status === 200 && body.startsWith('{') ? JSON.parse(body) : {}
        return typeof read.AuditId === 'number' ? [[url, read.AuditId] as const] : []
      }),
    )
  const now = versions(after)
  const raised = [...versions(before)].filter(([url, version]) => now.has(url) && now.get(url) !== version)
  const changed = deleted.flatMap(({ changes, records: [record = {}] = [] }) =>
    changes ? [fill(operationOf(changes).url, idsOf(record))] : [],
  )
  expect(raised.map(([url]) => url).sort()).toEqual(changed.sort())
  for (const [url, version] of raised) expect(now.get(url), url).toBe(version + 1)
})

test('knows every deletion', () => {
  const served = servedOperations(walk.server.app)
    .filter(({ method }) => method === 'DELETE')
    .map(({ operationId }) => operationId)
  const inSpite = new Set(DELETIONS.map(({ operation }) => operation))
  const others = served.filter((operationId) => !inSpite.has(operationId))
  expect(
    others.filter((operationId) => !(operationId in OTHERS) && !isRefusedInUse(operationId)),
    'add the deletion to `otherDeletions` in *.walks.ts of the area, or to `deletions` if others can still show the record',
  ).toEqual([])
  expect(Object.keys(OTHERS).filter((operationId) => !others.includes(operationId))).toEqual([])
  expect(others.filter((operationId) => forceOf(operationId) !== '')).toEqual([])
})
