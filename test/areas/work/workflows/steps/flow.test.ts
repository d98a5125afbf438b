import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }
const TAG = { AddTagOptions: { Tags: ['Done'] } }
const goto = (TargetStepId: number) => ({ SkipOrGotoStepOptions: { Action: 'goto', TargetStepId } })
const hasTag = {
  LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Operator: 'eq', Value: 'Done' }] },
}

const flowOf = async (id: number): Promise<{ FirstStepId: number | null; Steps: Json[] }> =>
  (await bench.good(bench.caller.get(`/api/workflows/${id}/flow`))) as never

describe('GET /api/workflows/{workflowid}/flow (getWorkflowFlow)', () => {
  test('returns the steps that can follow each step, through branches and gotos', async () => {
    const id = await bench.workflow([await bench.group()])
    const tag = await bench.step(id, 8, TAG)
    const branch = await bench.step(id, 9, hasTag)
    const end = await bench.step(id, 1, WAIT)
    const yes = await bench.step(id, 1, WAIT, { LogicStepId: String(branch) })
    const back = await bench.step(id, 10, goto(tag), { LogicStepId: String(branch), IsInverseLogic: true })
    const { FirstStepId, Steps } = await flowOf(id)
    expect(FirstStepId).toBe(tag)
    const next = Object.fromEntries(Steps.map((step) => [step.WorkflowStepId, step.Next]))
    expect(next).toEqual({
      [tag]: [{ WorkflowStepId: branch, Choice: null }],
      [branch]: [
        { WorkflowStepId: yes, Choice: 'yes' },
        { WorkflowStepId: back, Choice: 'no' },
      ],
      [yes]: [{ WorkflowStepId: end, Choice: null }],
      [back]: [{ WorkflowStepId: tag, Choice: null }],
      [end]: [{ WorkflowStepId: null, Choice: null }],
    })
  })

  test('counts the contacts at each step, and those that stay at it because it failed', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person(), await bench.person(), await bench.person())
    const id = await bench.workflow([group])
    const template = await bench.template()
    const mail = await bench.step(id, 3, { TemplateTypeId: '1', EmailTemplateId: String(template) })
    const wait = await bench.step(id, 1, WAIT)
    await bench.switchOn(id)
    await bench.run(id)
    expect(await flowOf(id)).toMatchObject({
      Steps: [
        { WorkflowStepId: mail, Type: 'SendEmail', ContactCount: 0, FailedCount: 0, IsActive: true },
        { WorkflowStepId: wait, Type: 'Wait', Description: 'Wait 1 day', ContactCount: 3, FailedCount: 0 },
      ],
    })
    await bench.server.database.system.workflowRun.updateMany({
      where: { tenantId: bench.tenantId, workflowId: id, contactId: { in: await oneContact(id) } },
      data: { state: 'failed', endedAt: bench.now(), dueAt: null, isWaiting: false },
    })
    expect((await flowOf(id)).Steps[1]).toMatchObject({ ContactCount: 2, FailedCount: 1 })
  })

  test('returns an empty graph without steps, and 404 for a workflow that does not exist', async () => {
    const id = await bench.workflow([await bench.group()])
    expect(await flowOf(id)).toEqual({ WorkflowId: id, FirstStepId: null, Steps: [] })
    await bench.refused(bench.caller.get('/api/workflows/999999/flow'), 404, 'not-found')
  })
})

const oneContact = async (workflowId: number): Promise<number[]> => {
  const found = await bench.server.database.system.workflowRun.findMany({
    where: { tenantId: bench.tenantId, workflowId },
    take: 1,
  })
  return found.map(({ contactId }) => contactId)
}
