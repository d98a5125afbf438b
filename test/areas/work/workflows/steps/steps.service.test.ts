import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }

const TAG = { AddTagOptions: { Tags: ['Done'] } }

const BRANCH = { LogicBranchOptions: { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }] } }

const stepPath = (id: number, stepId: number) => `/api/workflows/workflowstep/${id}/${stepId}`

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep)', () => {
  test('returns 409 for a new type of a branch with steps in its lanes', async () => {
    const id = await bench.workflow([await bench.group()])
    const branch = await bench.step(id, 9, BRANCH)
    const inner = await bench.step(id, 1, WAIT, { LogicStepId: String(branch), IsInverseLogic: false })
    const change = () => bench.caller.post(stepPath(id, branch), { AuditId: 1, SystemStepTypeId: '1', ...WAIT })
    await bench.refused(change(), 409, 'lane-in-use')
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${inner}/1`))
    await bench.good(change())
  })

  test('returns 409 for a new type of a step that contacts are at', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person())
    const id = await bench.workflow([group])
    const wait = await bench.step(id, 1, WAIT)
    await bench.switchOn(id)
    await bench.run(id)
    const change = { AuditId: 1, SystemStepTypeId: '8', ...TAG }
    await bench.refused(bench.caller.post(stepPath(id, wait), change), 409, 'contacts-waiting')
    const longer = { WaitOptions: { Quantity: 2, Unit: 'days' } }
    expect(await bench.good(bench.caller.post(stepPath(id, wait), { AuditId: 1, ...longer }))).toMatchObject({
      Pending: 1,
      CachedDescription: 'Wait 2 days',
    })
  })
})
