import { afterAll, beforeAll, expect, test } from 'vitest'
import { failuresIn } from '#test/support/integration/failures'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

/** The history of a workflow, and its events with their payloads. */
const traces = async (id: number) => {
  const { system } = bench.server.database
  const where = { tenantId: bench.tenantId, entity: 'workflow', entityId: id }
  const history = await system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return {
    history: history.map(({ action, auditId }) => [action, auditId]),
    changes: history.map(({ changes }) => changes as Json | null),
    events: events.map(({ kind, payload }) => [kind, payload]),
  }
}

test('each change of a workflow is in its history, with an event and the version; so are the runs of its contacts', async () => {
  const group = await bench.group()
  const stays = await bench.person()
  const leaves = await bench.person()
  await bench.join(group, stays, leaves)
  const id = await bench.workflow([group], { Name: 'Welcome' })
  const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Met'] } })
  const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.switchOn(id)
  await bench.run(id)
  await bench.good(bench.caller.delete(`/api/workflows/${id}/contacts/${leaves}`))
  bench.setTime('2026-03-02T11:00:00Z')
  await bench.run(id)
  await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${tag}/1`))
  const { AuditId } = await bench.switchOn(id, false)
  await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`))
  const { history, changes, events } = await traces(id)
  const name = { name: 'Welcome' }
  const removed = 'Removed by staff.'
  expect(events).toEqual([
    ['workflow.created', name],
    ['workflow.updated', name],
    ['workflow.updated', name],
    ['workflow.updated', name],
    ['workflow.entered', { contactId: stays, rotation: 1 }],
    ['workflow.entered', { contactId: leaves, rotation: 1 }],
    ['workflow.left', { contactId: leaves, rotation: 1, reason: removed }],
    ['workflow.completed', { contactId: stays, rotation: 1, reason: null }],
    ['workflow.updated', name],
    ['workflow.updated', name],
    ['workflow.deleted', name],
  ])
  expect(history).toEqual([
    ['created', 1],
    ['updated', 1],
    ['updated', 1],
    ['updated', 2],
    ...Array(4).fill(['updated', 2]),
    ['updated', 2],
    ['updated', 3],
    ['deleted', 4],
  ])
  expect(changes).toMatchObject([
    { Name: { old: null, new: 'Welcome' } },
    { step: tag, typeId: 8, isActive: true },
    { step: wait, typeId: 1, options: { Quantity: 1, Unit: 'hours' }, previousStepId: tag },
    { IsActive: { old: false, new: true } },
    ...Array(4).fill(null),
    { deletedStep: tag },
    { IsActive: { old: true, new: false } },
    {},
  ])
})

test('the deletion of a workflow ends its runs, and a copy is in the history of its own', async () => {
  const group = await bench.group()
  const ada = await bench.person()
  await bench.join(group, ada)
  const id = await bench.workflow([group], { Name: 'Goodbye' })
  await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
  await bench.switchOn(id)
  await bench.run(id)
  await bench.good(bench.caller.post(`/api/workflows/copy/${id}`, {}))
  const { AuditId } = await bench.switchOn(id, false)
  await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`))
  const reason = 'The workflow was deleted.'
  expect(await bench.runs(id)).toMatchObject([
    { state: 'removed', endReason: reason, stepRuns: [{ state: 'skipped' }] },
  ])
  expect((await traces(id)).events).toContainEqual(['workflow.left', { contactId: ada, rotation: 1, reason }])
  const { Results } = await bench.good(bench.caller.post('/api/workflows', { Filter: "Name eq 'Copy of Goodbye'" }))
  const [copy] = Results as { WorkflowId: number }[]
  expect(await traces(copy?.WorkflowId ?? 0)).toMatchObject({
    history: [['created', 1]],
    changes: [{ copiedFrom: id }],
    events: [['workflow.created', { name: 'Copy of Goodbye' }]],
  })
})

test('a pause after failures is a new version, in the history and an event with the step and the reason', async () => {
  const group = await bench.group()
  const gone = await bench.group()
  await bench.join(group, await bench.person())
  const id = await bench.workflow([group], { Name: 'Fails' })
  const stepId = await bench.step(id, 5, { AddToListOptions: { GroupIds: [gone] } })
  await bench.good(bench.caller.delete(`/api/groups/${gone}`))
  const { AuditId } = await bench.switchOn(id)
  await bench.run(id)
  const reason = `Step ${stepId} failed for 1 of 1 contacts: Its groups were deleted.`
  expect(await bench.general(id)).toMatchObject({
    AuditId: (AuditId as number) + 1,
    Instruction: `Paused: ${reason} Fix the cause, switch the workflow on again, and retry the contacts that failed.`,
    WidgetData: { PausedDate: bench.now().toISOString(), PausedReason: reason, PausedStepId: stepId },
  })
  const { events, history, changes } = await traces(id)
  expect(events).toContainEqual(['workflow.paused', { name: 'Fails', stepId, reason }])
  expect(history.at(-1)).toEqual(['updated', 3])
  expect(changes.at(-1)).toEqual({
    IsActive: { old: true, new: false },
    PausedDate: { old: null, new: bench.now().toISOString() },
    PausedReason: { old: null, new: reason },
    PausedStepId: { old: null, new: stepId },
  })
  const failures = await failuresIn(bench.server, bench.tenantId, bench)
  expect(failures.filter(({ of }) => of === `workflow ${id}`)).toMatchObject([
    { kind: 'stepFailed', level: 4, message: expect.stringContaining('Its groups were deleted.') },
    { kind: 'workflowPaused', level: 5, message: expect.stringContaining(reason) },
  ])
  expect(await bench.switchOn(id)).toMatchObject({
    WidgetData: { PausedDate: null, PausedReason: null, PausedStepId: null },
    Instruction: null,
  })
  await bench.switchOn(id, false)
})
