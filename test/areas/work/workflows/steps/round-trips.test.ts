import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

const read = (path: string) => bench.good(bench.caller.get(path))

const send = (path: string, body: Json) => bench.good(bench.caller.post(path, body))

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep)', () => {
  test('accepts a step and a board with long descriptions as they were returned', async () => {
    const id = await bench.workflow([await bench.group()])
    const Tags = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(80, 'x') + '😀'.repeat(10))
    const step = await bench.step(id, 8, { AddTagOptions: { Tags } })
    const Conditions = Array.from({ length: 20 }, () => ({ Type: 'hasTag', Value: 'y'.repeat(400) }))
    await bench.step(id, 9, { LogicBranchOptions: { MatchAll: true, Conditions } })
    const path = `/api/workflows/workflowstep/${id}/${step}`
    const answered = await read(path)
    expect([...(answered.CachedDescription as string)].length).toBeLessThan(2000)
    expect(await send(path, answered)).toMatchObject({ CachedDescription: answered.CachedDescription })
    const board = await read(`/api/workflows/workflowsteps/${id}`)
    const again = await send(`/api/workflows/workflowsteps/${id}`, board)
    expect((again.Lanes as Json[]).map(({ Name }) => Name)).toEqual((board.Lanes as Json[]).map(({ Name }) => Name))
  })

  test('returns the template of an email separately from its options as text', async () => {
    const id = await bench.workflow([await bench.group()])
    const EmailTemplateId = String(await bench.template())
    const step = await bench.step(id, 3, { EmailTemplateId, SendEmailStepOptions: { Subject: 'Welcome' } })
    const { StepOptionsJson } = await read(`/api/workflows/workflowstep/${id}/${step}`)
    expect(JSON.parse(StepOptionsJson as string)).toEqual({
      Subject: 'Welcome',
      FromDisplayName: null,
      ReplyToEmailAddress: null,
      SignatureId: null,
    })
    const copy = await bench.step(id, 3, { EmailTemplateId, StepOptionsJson })
    expect(await read(`/api/workflows/workflowstep/${id}/${copy}`)).toMatchObject({ StepOptionsJson })
  })

  test('accepts steps that reference a deleted step as they were returned, also in a copy of the workflow', async () => {
    const id = await bench.workflow([await bench.group()])
    const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    const email = await bench.step(id, 3, { EmailTemplateId: String(await bench.template()) })
    await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: wait } })
    const Conditions = [{ Type: 'emailOpened', Value: String(email) }]
    await bench.step(id, 9, { LogicBranchOptions: { MatchAll: true, Conditions } })
    const stepsOf = async (workflowId: number) => (await bench.board(workflowId)).flatMap(({ Steps }) => Steps)
    for (const gone of [wait, email]) {
      const version = (await stepsOf(id)).find(({ WorkflowStepId }) => WorkflowStepId === gone)?.AuditId
      await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${gone}/${version}`))
    }
    await bench.good(bench.caller.post(`/api/workflows/copy/${id}`, {}))
    const { Results } = await bench.good(bench.caller.post('/api/workflows', { OrderBy: 'WorkflowId desc', Take: '1' }))
    const [copy] = Results as { WorkflowId: number }[]
    for (const workflowId of [id, copy?.WorkflowId ?? 0]) {
      const steps = await stepsOf(workflowId)
      expect(steps).toHaveLength(2)
      for (const { WorkflowStepId } of steps) {
        const path = `/api/workflows/workflowstep/${workflowId}/${WorkflowStepId}`
        const saved = await bench.good(
          bench.caller.post(path, { ...(await bench.good(bench.caller.get(path))), IsActive: false }),
        )
        expect(saved.IsActive).toBe(false)
      }
    }
  })
})

describe('POST /api/workflows/workflowsteps/{workflowid} (saveWorkflowStepBoard)', () => {
  test('accepts a board of 500 branches with its empty lanes as it was returned', async () => {
    const id = await bench.workflow([await bench.group()])
    const options = { MatchAll: true, Conditions: [{ Type: 'hasTag', Value: 'VIP' }] }
    const rows = Array.from({ length: 500 }, (_, at) => ({
      tenantId: bench.tenantId,
      workflowId: id,
      typeId: 9,
      options,
      position: at + 1,
    }))
    await bench.server.database.system.workflowStep.createMany({ data: rows })
    const board = await read(`/api/workflows/workflowsteps/${id}`)
    expect(board.Lanes).toHaveLength(1001)
    expect(await send(`/api/workflows/workflowsteps/${id}`, board)).toEqual(board)
    const more = { SystemStepTypeId: '9', LogicBranchOptions: options }
    await bench.refused(bench.caller.post(`/api/workflows/workflowstep/${id}/0`, more), 422, 'too-many')
  })
})
