import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const DAY = { WaitOptions: { Quantity: 1, Unit: 'days' } }

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

describe('GET /api/workflows/{workflowid}/contacts/{contactid} (getWorkflowContact)', () => {
  test('returns the runs of the contact, the latest first, with the times of each step', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada, await bench.person())
    const id = await bench.workflow([group], { AllowReEntry: true })
    const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 2, Unit: 'hours' } })
    // The steps of a run are listed in the order of the run, not of their creation.
    const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Met'] } }, { PreviousStepId: null })
    await bench.switchOn(id)
    await bench.run(id)
    bench.setTime('2026-03-02T12:30:00Z')
    await bench.run(id)
    await bench.part(group, ada)
    bench.setTime('2026-03-02T13:00:00Z')
    await bench.join(group, ada)
    await bench.run(id)
    const [first, ended, second] = ['10:00', '12:30', '13:00'].map((time) => `2026-03-02T${time}:00.000Z`)
    const pendingUntil = '2026-03-02T15:00:00.000Z'
    const entry = (
      WorkflowStepId: number,
      Name: string,
      State: string,
      ArrivedDate = '',
      DoneDate: unknown = null,
    ) => ({ WorkflowStepId, Name, Visit: 1, State, Outcome: null, ArrivedDate, DoneDate })
    const path = `/api/workflows/${id}/contacts/${ada}`
    expect(await bench.good(bench.caller.get(path))).toEqual({
      ContactId: ada,
      WorkflowId: id,
      Runs: [
        {
          Rotation: 2,
          State: 'active',
          EnteredDate: second,
          EndedDate: null,
          EndReason: null,
          WorkflowStepId: wait,
          PendingUntil: pendingUntil,
          Steps: [
            entry(tag, 'Add the tag "Met"', 'done', second, second),
            entry(wait, 'Wait 2 hours', 'waiting', second),
          ],
        },
        {
          Rotation: 1,
          State: 'completed',
          EnteredDate: first,
          EndedDate: ended,
          EndReason: null,
          WorkflowStepId: null,
          PendingUntil: null,
          Steps: [
            entry(tag, 'Add the tag "Met"', 'done', first, first),
            entry(wait, 'Wait 2 hours', 'done', first, ended),
          ],
        },
      ],
    })
    expect((await bench.caller.get(`/api/workflows/${id}/contacts/${await bench.person()}`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/workflows/deleteworkflowstep/{workflowstepid}/{auditid} (deleteWorkflowStep)', () => {
  test('moves the contacts at the step to the next one, at which they arrive now', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group])
    const gone = await bench.step(id, 1, DAY)
    const next = await bench.step(id, 1, DAY)
    await bench.switchOn(id)
    await bench.run(id)
    const entered = '2026-03-02T10:00:00.000Z'
    const deleted = '2026-03-02T11:00:00.000Z'
    bench.setTime(deleted)
    await bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${gone}/1`))
    const pending = `/api/workflows/workflowstep/${id}/${next}/pending`
    expect((await bench.good(bench.caller.get(pending))).Contacts).toMatchObject([
      { ContactId: ada, EnteredDate: deleted, PendingUntil: null },
    ])
    bench.setTime('2026-03-02T12:00:00Z')
    await bench.run(id)
    expect(await bench.good(bench.caller.get(`/api/workflows/${id}/contacts/${ada}`))).toMatchObject({
      Runs: [
        {
          State: 'active',
          EnteredDate: entered,
          WorkflowStepId: next,
          Steps: [
            ...[{ WorkflowStepId: gone, State: 'skipped', ArrivedDate: entered, DoneDate: deleted }],
            ...[{ WorkflowStepId: next, State: 'waiting', ArrivedDate: deleted, DoneDate: null }],
          ],
        },
      ],
    })
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

describe('POST /api/workflows/{workflowid}/dryrun (dryRunWorkflow)', () => {
  test('predicts the steps with their times and changes nothing', async () => {
    bench.setTime('2026-03-02T10:00:00Z')
    const group = await bench.group()
    const ada = await bench.person()
    await bench.join(group, ada)
    const id = await bench.workflow([group], {
      SystemScheduleTypeId: '2',
      DailyScheduleOptions: { StartHour: 12, EndHour: 14 },
    })
    const mail = await bench.step(id, 3, { EmailTemplateId: String(await bench.template({ Name: 'Welcome aboard' })) })
    const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    const tried = await bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId: ada }))
    expect(tried).toEqual({
      ContactId: ada,
      WorkflowId: id,
      WouldEnter: true,
      Reason: null,
      Steps: [
        {
          WorkflowStepId: mail,
          Name: 'Send the email "Welcome aboard"',
          Date: '2026-03-02T12:00:00.000Z',
          Outcome: null,
        },
        {
          WorkflowStepId: wait,
          Name: 'Wait 1 day',
          Date: '2026-03-02T12:00:00.000Z',
          Outcome: 'until 2026-03-03T12:00:00.000Z',
        },
      ],
      End: 'completed',
    })
    expect(await bench.runs(id)).toEqual([])
  })
})
