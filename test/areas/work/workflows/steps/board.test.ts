import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const WAIT = { WaitOptions: { Quantity: 1, Unit: 'days' } }

const TAG = { AddTagOptions: { Tags: ['Done'] } }

const arrange = (id: number, Lanes: Json[], headers = {}) =>
  bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes }, headers)

const main = (...ids: number[]) => ({ LogicStepId: null, Steps: ids.map((WorkflowStepId) => ({ WorkflowStepId })) })

const names = async (id: number) =>
  (await bench.board(id)).map(({ IsInverseLogic, Steps }) => [IsInverseLogic, Steps.map((step) => step.WorkflowStepId)])

describe('GET /api/workflows/workflowsteps/{workflowid} (getWorkflowStepBoard)', () => {
  test('counts the contacts at each step', async () => {
    const group = await bench.group()
    await bench.join(group, await bench.person(), await bench.person())
    const id = await bench.workflow([group])
    const tag = await bench.step(id, 8, TAG)
    const wait = await bench.step(id, 1, WAIT)
    await bench.switchOn(id)
    await bench.run(id)
    const [lane] = await bench.board(id)
    expect(lane?.Steps).toMatchObject([
      { WorkflowStepId: tag, Pending: 0 },
      { WorkflowStepId: wait, Pending: 2 },
    ])
  })
})

describe('POST /api/workflows/workflowsteps/{workflowid} (saveWorkflowStepBoard)', () => {
  test('moves all steps or none', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = () => bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'hours' } })
    const a = await wait()
    const b = await wait()
    const arrange = (Lanes: Json[], headers = {}) =>
      bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes }, headers)
    const lane = (...ids: number[]) => ({ LogicStepId: null, Steps: ids.map((WorkflowStepId) => ({ WorkflowStepId })) })
    const { headers } = await bench.caller.get(`/api/workflows/workflowsteps/${id}`)
    await bench.good(arrange([lane(b, a)], { 'if-match': String(headers.etag) }))
    await bench.refused(arrange([lane(a, b)], { 'if-match': String(headers.etag) }), 412, 'precondition-failed')
    for (const wrong of [[lane(a)], [lane(a, b, a)], [lane(a, b, 999_999)]])
      await bench.refused(arrange(wrong), 422, 'workflow-rule')
    expect(await names(id)).toEqual([[false, [b, a]]])
  })

  test('ignores IsInverseLogic of the main lane', async () => {
    const id = await bench.workflow([await bench.group()])
    const step = await bench.step(id, 1, WAIT)
    await bench.good(arrange(id, [{ ...main(step), IsInverseLogic: true }]))
    expect((await bench.board(id)).map(({ Steps }) => Steps.length)).toEqual([1])
  })

  test('accepts one of several concurrent changes of the same version', async () => {
    const id = await bench.workflow([await bench.group()])
    const a = await bench.step(id, 1, WAIT)
    const b = await bench.step(id, 8, TAG)
    const { headers } = await bench.caller.get(`/api/workflows/workflowsteps/${id}`)
    const from = { 'if-match': String(headers.etag) }
    const got = await Promise.all(
      Array.from({ length: 8 }, (_, at) => arrange(id, [at % 2 ? main(a, b) : main(b, a)], from)),
    )
    expect(got.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(412)])
    expect((await bench.board(id)).flatMap(({ Steps }) => Steps)).toHaveLength(2)
  })
})

describe('GET /api/workflows/workflowsteps/{workflowid}/lookup (lookupWorkflowSteps)', () => {
  test('returns the steps in the order of the board', async () => {
    const id = await bench.workflow([await bench.group()])
    const first = await bench.step(id, 1, WAIT)
    const second = await bench.step(id, 8, TAG)
    expect((await bench.caller.get(`/api/workflows/workflowsteps/${id}/lookup`)).json()).toEqual([
      { Id: first, WorkflowStepId: first, Order: 1, PreviousStepId: null, Name: '1. Wait 1 day' },
      { Id: second, WorkflowStepId: second, Order: 2, PreviousStepId: String(first), Name: '2. Add the tag "Done"' },
    ])
  })
})
