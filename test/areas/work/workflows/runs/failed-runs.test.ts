import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { expectShape } from '#test/support/server/contract-shape'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const START = '2026-03-02T10:00:00Z'
let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows(START)
})
afterEach(() => bench.setTime(START))
afterAll(() => bench.server.close())

/** A workflow that adds to a group, which is deleted before contacts arrive, and then tags. */
const failing = async (count: number, fields: Json = {}) => {
  const source = await bench.group()
  const target = await bench.group()
  const people: number[] = []
  for (let at = 0; at < count; at++) people.push(await bench.person())
  await bench.join(source, ...people)
  const id = await bench.workflow([source], fields)
  const add = await bench.step(id, 5, { AddToListOptions: { GroupIds: [target] } })
  const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Seen'] } })
  await bench.switchOn(id)
  const { system } = bench.server.database
  const lose = (isLost: boolean) =>
    system.group.updateMany({ where: { id: target }, data: { deletedAt: isLost ? bench.now() : null } })
  await lose(true)
  await bench.run(id)
  return { id, source, people, add, tag, restore: () => lose(false) }
}

const list = async (id: number, query = ''): Promise<Json[]> => {
  const page = await bench.good(bench.caller.get(`/api/workflows/${id}/contacts${query}`))
  expectShape('listWorkflowContacts', page)
  return page.Results as Json[]
}
const total = async (id: number, query: string) =>
  (await bench.good(bench.caller.get(`/api/workflows/${id}/contacts${query}`))).TotalRecordAvailable
const retry = (id: number, body: Json = {}) =>
  bench.good(bench.caller.post(`/api/workflows/${id}/contacts/retry`, body))
const retryOne = (id: number, contactId: number) =>
  bench.caller.post(`/api/workflows/${id}/contacts/${contactId}/retry`)
const widget = async (id: number) => (await bench.general(id)).WidgetData
const states = async (id: number) => (await bench.runs(id)).map(({ state }) => state)

test('a run whose step failed stays at that step and counts as failed', async () => {
  const { id, people, add } = await failing(3)
  expect(await bench.runs(id)).toMatchObject(
    people.map((contactId) => ({ contactId, state: 'failed', stepId: add, endReason: 'Its groups were deleted.' })),
  )
  expect(await widget(id)).toMatchObject({
    TotalParticipants: 3,
    ActiveInProgram: 0,
    EarlyOptOuts: 0,
    CompletedProgram: 0,
    Failed: 3,
  })
  const { Runs } = await bench.good(bench.caller.get(`/api/workflows/${id}/contacts/${people[0]}`))
  expect(Runs).toMatchObject([
    { State: 'failed', WorkflowStepId: add, PendingUntil: null, Steps: [{ WorkflowStepId: add, State: 'failed' }] },
  ])
  const line = await bench.good(
    bench.caller.get(`/api/workflows/workflowmetrics/line?workflowid=${id}&daterange=2026-03-02,2026-03-02`),
  )
  expect(line.data).toEqual([{ Category: '2026-03-02', Values: [3, 0, 0] }])
})

describe('GET /api/workflows/{workflowid}/contacts (listWorkflowContacts)', () => {
  it('lists the contacts of each state by pages, without deleted ones', async () => {
    const { id, people, source, add, restore } = await failing(6)
    await bench.part(source, people[0] ?? 0)
    await restore()
    await bench.switchOn(id)
    await bench.run(id)
    await bench.good(retryOne(id, people[1] ?? 0))
    await bench.run(id)
    const { system } = bench.server.database
    await system.contact.updateMany({
      where: { tenantId: bench.caller.tenant.id, id: people[5] ?? 0 },
      data: { deletedAt: bench.now() },
    })
    const idsOf = async (query: string) => (await list(id, query)).map(({ ContactId }) => ContactId)
    expect(await idsOf('?State=leftearly')).toEqual(people.slice(0, 1))
    expect(await idsOf('?State=completed')).toEqual(people.slice(1, 2))
    expect(await idsOf('?State=failed')).toEqual(people.slice(2, 5))
    expect(await idsOf('?State=active')).toEqual([])
    expect(await idsOf('')).toEqual(people.slice(0, 5))
    expect(await idsOf('?State=failed&Take=2&Skip=1')).toEqual(people.slice(3, 5))
    expect(await total(id, '?State=failed&Take=1')).toBe('3')
    expect(await idsOf(`?Filter=${encodeURIComponent("State eq 'optedout'")}`)).toEqual(people.slice(0, 1))
    expect((await list(id, '?State=failed&Take=1'))[0]).toMatchObject({
      ContactId: people[2],
      Rotation: 1,
      State: 'failed',
      WorkflowStepId: add,
      EndReason: 'Its groups were deleted.',
      EndedDate: '2026-03-02T10:00:00.000Z',
    })
    for (const field of ['Name', 'EmailAddress', 'State', 'Rotation', 'EnteredDate', 'EndedDate', 'WorkflowStepId'])
      expect((await idsOf(`?OrderBy=${encodeURIComponent(`${field} desc`)}`)).length, field).toBe(5)
  })

  it('lists a contact once, by its latest run in this workflow', async () => {
    const { id, people, source, restore } = await failing(1, { AllowReEntry: true })
    const [contactId = 0] = people
    await restore()
    await bench.switchOn(id)
    await bench.good(retryOne(id, contactId))
    await bench.run(id)
    await bench.part(source, contactId)
    bench.setTime('2026-03-02T11:00:00Z')
    await bench.join(source, contactId)
    await bench.run(id)
    const other = await bench.workflow([source])
    await bench.step(other, 8, { AddTagOptions: { Tags: ['Other'] } })
    await bench.switchOn(other)
    await bench.run(other)
    expect(await states(id)).toEqual(['completed', 'completed'])
    expect(await list(id)).toMatchObject([{ ContactId: contactId, Rotation: 2 }])
    expect(await list(other)).toMatchObject([{ ContactId: contactId, Rotation: 1 }])
  })

  it('continues after the last contact of a page, whatever has become of it', async () => {
    const { id, people } = await failing(5)
    const pages: unknown[][] = []
    let url: string | undefined = `/api/workflows/${id}/contacts?State=failed&Take=2`
    while (url) {
      const response = await bench.caller.get(url)
      const ids = response.json().Results.map(({ ContactId }: Json) => ContactId)
      pages.push(ids)
      await bench.good(bench.caller.delete(`/api/workflows/${id}/contacts/${ids.at(-1)}`))
      url = /^<(.*)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
    }
    expect(pages).toEqual([people.slice(0, 2), people.slice(2, 4), people.slice(4)])
  })

  it('finds contacts by free text, as the list of contacts does', async () => {
    const { id, source, restore } = await failing(1)
    await restore()
    await bench.switchOn(id)
    const body = { FirstName: 'Zebedee', LastName: 'Found', forceSave: true }
    const { ContactId } = await bench.good(bench.caller.post('/api/contacts/person/0', body))
    await bench.join(source, ContactId as number)
    await bench.run(id)
    expect(await list(id, '?Criteria=zebed')).toMatchObject([{ ContactId, State: 'completed' }])
    expect(await list(id, '?Criteria=zebed&State=failed')).toEqual([])
  })

  it('returns 404 for a workflow of another tenant', async () => {
    const { id } = await failing(1)
    const other = await bench.server.tenant()
    expect((await other.get(`/api/workflows/${id}/contacts`)).statusCode).toBe(404)
    expect((await other.post(`/api/workflows/${id}/contacts/retry`, {})).statusCode).toBe(404)
  })
})

describe('POST /api/workflows/{workflowid}/contacts/retry (retryWorkflowContacts)', () => {
  it('does the step again for all, who continue, and takes them back from the failures', async () => {
    const { id, people, add, tag, restore } = await failing(3)
    await restore()
    await bench.switchOn(id)
    expect(await retry(id, { WorkflowStepId: tag })).toEqual({ Retried: 0 })
    expect(await retry(id, { WorkflowStepId: add })).toEqual({ Retried: 3 })
    expect(await states(id)).toEqual(['active', 'active', 'active'])
    await bench.run(id)
    for (const { state, endReason, stepRuns } of await bench.runs(id)) {
      expect([state, endReason]).toEqual(['completed', null])
      expect(stepRuns).toMatchObject([
        { stepId: add, visit: 1, state: 'done', outcome: null },
        { stepId: tag, visit: 1, state: 'done' },
      ])
    }
    expect(await widget(id)).toMatchObject({ CompletedProgram: people.length, Failed: 0, EarlyOptOuts: 0 })
    expect(await retry(id)).toEqual({ Retried: 0 })
    const csv = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
    expect(csv.body.split('\r\n')).toContain('2026-03-02,3,0,0,3,0')
  })

  it('lets a contact fail again at the same visit, and keeps it there', async () => {
    const { id, add } = await failing(1)
    await bench.switchOn(id)
    await retry(id)
    await bench.run(id)
    expect(await bench.runs(id)).toMatchObject([
      { state: 'failed', stepId: add, stepRuns: [{ stepId: add, visit: 1, state: 'failed' }] },
    ])
    expect(await widget(id)).toMatchObject({ Failed: 1, TotalParticipants: 1 })
  })

  it('waits until an inactive workflow is switched on', async () => {
    const { id, restore } = await failing(1)
    await restore()
    await retry(id)
    await bench.run(id)
    expect(await states(id)).toEqual(['active'])
    await bench.switchOn(id)
    await bench.run(id)
    expect(await states(id)).toEqual(['completed'])
  })
})

describe('POST /api/workflows/{workflowid}/contacts/{contactid}/retry (retryWorkflowContact)', () => {
  it('retries one contact and returns 404 for one that has not failed', async () => {
    const { id, people, restore } = await failing(2)
    await restore()
    await bench.switchOn(id)
    expect(await bench.good(retryOne(id, people[0] ?? 0))).toEqual({ Retried: 1 })
    await bench.run(id)
    expect(await states(id)).toEqual(['completed', 'failed'])
    expect((await retryOne(id, people[0] ?? 0)).statusCode).toBe(404)
  })
})

describe('a contact that stays at a failed step', () => {
  it('leaves early when it leaves the sources, and is not retried', async () => {
    const { id, people, source, restore } = await failing(1)
    await restore()
    await bench.part(source, people[0] ?? 0)
    await bench.switchOn(id)
    await bench.run(id)
    expect(await bench.runs(id)).toMatchObject([{ state: 'optedout', stepId: null }])
    expect(await retry(id)).toEqual({ Retried: 0 })
    expect(await widget(id)).toMatchObject({ EarlyOptOuts: 1, Failed: 0 })
  })

  it('does not enter again, even with AllowReEntry', async () => {
    const { id, people, source } = await failing(1, { AllowReEntry: true })
    await bench.part(source, people[0] ?? 0)
    await bench.join(source, people[0] ?? 0)
    await bench.switchOn(id)
    await bench.run(id)
    expect(await states(id)).toEqual(['failed'])
  })

  it('can be removed by staff', async () => {
    const { id, people } = await failing(1)
    await bench.good(bench.caller.delete(`/api/workflows/${id}/contacts/${people[0]}`))
    expect(await bench.runs(id)).toMatchObject([{ state: 'removed', stepId: null }])
  })

  it('continues after the step when the step is deleted', async () => {
    const { id, add } = await failing(1)
    const board = await bench.board(id)
    const version = board[0]?.Steps[0]?.AuditId
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${add}/${version}`))
    await bench.switchOn(id)
    await bench.run(id)
    expect(await states(id)).toEqual(['completed'])
  })
})

test('a mail that was sent before the failure of its step is not sent again by a retry', async () => {
  const source = await bench.group()
  const person = await bench.person()
  await bench.join(source, person)
  const template = await bench.template()
  const id = await bench.workflow([source])
  const mail = await bench.step(id, 3, { EmailTemplateId: String(template) })
  await bench.switchOn(id)
  await bench.run(id)
  const { system } = bench.server.database
  const [run] = await bench.runs(id)
  const where = { stepId: mail, runId: run?.id ?? 0 }
  await system.workflowStepRun.updateMany({ where, data: { state: 'failed', outcome: 'Lost.' } })
  const failed = { state: 'failed', stepId: mail, visit: 1, endReason: 'Lost.' }
  await system.workflowRun.updateMany({ where: { tenantId: bench.tenantId, workflowId: id }, data: failed })
  const before = (await bench.mails()).length
  await retry(id)
  await bench.run(id)
  expect(await states(id)).toEqual(['completed'])
  expect((await bench.mails()).length).toBe(before)
})
