import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

describe('GET /api/workflows/{workflowid}/contacts/{contactid} (getWorkflowContact)', () => {
  test('keeps the log and the counts of a step whose type changes later', async () => {
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group])
    const email = await bench.step(id, 3, { EmailTemplateId: String(await bench.template()) })
    const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    await bench.switchOn(id)
    await bench.run(id)
    const other = { AuditId: 1, SystemStepTypeId: '8', AddTagOptions: { Tags: ['VIP'] } }
    await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${email}`, other))
    const { Runs } = await bench.good(bench.caller.get(`/api/workflows/${id}/contacts/${ada}`))
    expect(Runs).toMatchObject([
      {
        Steps: [
          { WorkflowStepId: email, Name: 'SendEmail', State: 'done' },
          { WorkflowStepId: wait, Name: 'Wait 1 day', State: 'waiting' },
        ],
      },
    ])
    const scores = await bench.caller.get(`/api/workflows/workflowmetrics/scoreboard?workflowid=${id}`)
    expect(scores.json()).toContainEqual(expect.objectContaining({ Name: 'Emails sent', Value: '1' }))
  })
})

describe('DELETE /api/workflows/{workflowid}/contacts/{contactid} (removeWorkflowContact)', () => {
  test('removes a contact permanently and keeps its history', async () => {
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group], { AllowReEntry: true })
    await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    await bench.switchOn(id)
    await bench.run(id)
    const its = `/api/workflows/${id}/contacts/${ada}`
    await bench.good(bench.caller.delete(its))
    expect((await bench.caller.delete(its)).statusCode).toBe(404)
    await bench.part(group, ada)
    bench.setTime(new Date(bench.now().getTime() + 60_000))
    await bench.join(group, ada)
    await bench.run(id)
    expect(await bench.good(bench.caller.get(its))).toMatchObject({
      Runs: [
        {
          Rotation: 1,
          State: 'removed',
          EndReason: 'Removed by staff.',
          Steps: [{ Name: 'Wait 1 day', State: 'skipped', Outcome: 'Removed by staff.' }],
        },
      ],
    })
  })
})
