import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateChapterLists } from '#areas/people/chapters/members/lists.job'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { roleDays } from '#areas/people/contacts/records/refreshes.job'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { membershipDays } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { runNewDays } from '#test/support/jobs/new-days'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addChapter } from '#test/support/people/chapter-records'
import { addField } from '#test/support/people/custom-fields'
import { readFeed } from '#test/support/people/read-feed'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

// Every kind of change of what the documents of contacts show, by each way that can make it: a request about one
// contact, one about many, a workflow, a job. The walk over all operations is test/walks/change-feed.proof.test.ts.

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z', { own: true })
  const data = { createdAt: bench.now() }
  await bench.server.database.system.tenant.updateMany({ where: { id: bench.tenantId }, data })
})
afterAll(() => bench.server.close())

const post = (path: string, body: object = {}) => bench.good(bench.caller.post(path, body))

/** The contacts in the feed after a moment of the machine's clock, which stamps the feed. */
const feedAfter = async (since: Date): Promise<number[]> => {
  const found = await readFeed(bench.caller, since.toISOString())
  return found.json().map(({ ContactId }: { ContactId: number }) => ContactId)
}

/** A member of a new group, and the group. */
const member = async (): Promise<{ id: number; group: number }> => {
  const id = await bench.person()
  const group = await bench.group()
  await bench.join(group, id)
  return { id, group }
}

/** A contact that the change concerns, and the change. */
interface Case {
  id: number
  change(): Promise<unknown>
}

/** A workflow that is ready to do one step for a contact. */
const workflow = async (type: number, options: (source: number) => Record<string, unknown>): Promise<Case> => {
  const { id, group } = await member()
  const workflowId = await bench.workflow([group])
  await bench.step(workflowId, type, options(group))
  await bench.switchOn(workflowId)
  return { id, change: () => bench.run(workflowId) }
}

const remove = async (path: string): Promise<void> => {
  const { statusCode, body, headers } = await bench.caller.get(path)
  expect(statusCode, body).toBe(200)
  const deleted = await bench.caller.delete(path, { 'if-match': String(headers.etag) })
  expect(deleted.statusCode, deleted.body).toBe(200)
}

const atNewDay = async (day: string, task: typeof roleDays): Promise<void> => {
  bench.setTime(`${day}T10:00:00Z`)
  const { database } = bench.server
  await runNewDays({ database, clock: { now: bench.now }, log: createLogger('silent') }, task)
}

const newField = () =>
  addField(bench.server.database, bench.tenantId, { name: `Field ${Math.random()}`, dataTypeId: DATA_TYPE.text })

const membership = async (): Promise<{ id: number; membershipId: number }> => {
  const type = await post('/api/membershiptypes/0', { Name: `Type ${Math.random()}`, GraceDays: 30 })
  const levels = `/api/membershiptypes/${type.MembershipTypeId}/levels/0`
  const level = await post(levels, { Name: 'Level', Price: 0, TermMonths: 1 })
  const id = await bench.person()
  const body = { ContactId: id, MembershipTypeId: type.MembershipTypeId, LevelId: level.MembershipLevelId }
  return { id, membershipId: (await post('/api/memberships/0', body)).MembershipId as number }
}

const CASES: Record<string, Record<string, () => Promise<Case>>> = {
  'a group': {
    'one joining': async () => {
      const id = await bench.person()
      const group = await bench.group()
      return { id, change: () => post(`/api/contacts/${id}/groups/${group}`) }
    },
    'one leaving': async () => {
      const { id, group } = await member()
      return { id, change: () => bench.caller.delete(`/api/contacts/${id}/groups/${group}`) }
    },
    'many joining': async () => {
      const id = await bench.person()
      const group = await bench.group()
      return { id, change: () => bench.join(group, id) }
    },
    'many leaving': async () => {
      const { id, group } = await member()
      return { id, change: () => bench.part(group, id) }
    },
    'a copy of the group': async () => {
      const { id, group } = await member()
      return { id, change: () => post(`/api/groups/${group}/copy`, { Name: `Copy ${group}` }) }
    },
    'a merge into another group': async () => {
      const { id, group } = await member()
      const IntoGroupId = await bench.group()
      return { id, change: () => post(`/api/groups/${group}/merge`, { AuditId: 1, IntoGroupId }) }
    },
    'an opt-out that a merge copies': async () => {
      const { id, group } = await member()
      await bench.caller.delete(`/api/contacts/${id}/groups/${group}?isOptOut=true`)
      const IntoGroupId = await bench.group()
      return { id, change: () => post(`/api/groups/${group}/merge`, { AuditId: 1, IntoGroupId }) }
    },
    'the job after its deletion': async () => {
      const { id, group } = await member()
      await remove(`/api/groups/${group}`)
      return { id, change: () => runJobs(bench.server, CONTACTS_CHANGED) }
    },
    'a workflow that adds': async () => {
      const group = await bench.group()
      return workflow(5, () => ({ AddToListOptions: { GroupIds: [group] } }))
    },
    'a workflow that removes': () => workflow(6, (source) => ({ RemoveFromListOptions: { GroupIds: [source] } })),
    'a workflow that moves': async () => {
      const group = await bench.group()
      return workflow(7, (source) => ({ MoveToListOptions: { FromGroupIds: [source], ToGroupIds: [group] } }))
    },
    'the job of a chapter that gets the group': async () => {
      const id = await bench.person()
      const group = await bench.group()
      const { id: chapterId } = await addChapter(bench.server, bench.tenantId, `Chapter ${Math.random()}`)
      await post('/api/chapters/contactchapter', { ContactId: id, ChapterId: chapterId })
      const { database } = bench.server
      await database.system.chapter.updateMany({ where: { id: chapterId }, data: { groupId: group } })
      const context = { database, clock: { now: bench.now }, log: createLogger('silent') }
      const payload = { tenantId: bench.tenantId, chapterId, leaveDirectoryId: null }
      return { id, change: async () => updateChapterLists(context, payload) }
    },
  },
  'a tag': {
    'one request': async () => {
      const id = await bench.person()
      return { id, change: () => post(`/api/contacts/${id}/tags`, { Name: 'One' }) }
    },
    'a workflow': () => workflow(8, () => ({ AddTagOptions: { Tags: ['Seen'] } })),
    'the job after its deletion': async () => {
      const id = await bench.person()
      const { TagId } = await post(`/api/contacts/${id}/tags`, { Name: `Gone ${id}` })
      await bench.caller.delete(`/api/contacts/tags/${TagId}`)
      return { id, change: () => runJobs(bench.server, CONTACTS_CHANGED) }
    },
  },
  'a value of a custom field': {
    'one request': async () => {
      const id = await bench.person()
      const { name } = await newField()
      const body = { AuditId: 1, CustomFields: [{ Name: name, Value: 'x' }] }
      return { id, change: () => post(`/api/contacts/person/${id}`, body) }
    },
    'the job after the deletion of the field': async () => {
      const id = await bench.person()
      const { id: fieldId, name } = await newField()
      await post(`/api/contacts/person/${id}`, { AuditId: 1, CustomFields: [{ Name: name, Value: 'x' }] })
      const gone = await bench.caller.delete(`/api/customfields/${fieldId}/1?forcesave=true`)
      expect(gone.statusCode, gone.body).toBe(200)
      return { id, change: () => runJobs(bench.server, CONTACTS_CHANGED) }
    },
  },
  'a role': {
    'one request, for the organization': async () => {
      const { ContactId: id } = await post('/api/contacts/org/0', { OrganizationName: `Firm ${Math.random()}` })
      const OrganizationsAndRoles = [{ OrganizationContactId: id, Title: 'Clerk' }]
      return {
        id: id as number,
        change: () => post('/api/contacts/person/0', { FirstName: 'Bo', forceSave: true, OrganizationsAndRoles }),
      }
    },
    'the job of a new day': async () => {
      const { ContactId } = await post('/api/contacts/org/0', { OrganizationName: `Firm ${Math.random()}` })
      const roles = [{ OrganizationContactId: ContactId, RoleStartDate: '2026-03-10' }]
      const body = { FirstName: 'Al', forceSave: true, OrganizationsAndRoles: roles }
      const { ContactId: id } = await post('/api/contacts/person/0', body)
      await atNewDay('2026-03-09', roleDays)
      return { id: id as number, change: () => atNewDay('2026-03-10', roleDays) }
    },
  },
  'a membership': {
    'one request': async () => {
      const { id, membershipId } = await membership()
      return { id, change: () => post(`/api/memberships/${membershipId}/autorenew`, { AutoRenew: true }) }
    },
    'the job of a new day': async () => {
      const { id } = await membership()
      return { id, change: () => atNewDay('2026-05-20', membershipDays) }
    },
  },
}

for (const [kind, ways] of Object.entries(CASES))
  for (const [way, open] of Object.entries(ways))
    test(`the feed contains a contact whose document shows a change of ${kind} by ${way}`, async () => {
      const { id, change } = await open()
      const since = new Date()
      await change()
      expect(await feedAfter(since)).toContain(id)
    })
