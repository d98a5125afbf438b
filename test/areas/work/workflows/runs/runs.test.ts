import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/api/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

test('a dry run says what would happen and changes nothing', async () => {
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

test('a dry run of a loop goes round once a minute, and says what a step would fail for', async () => {
  const [group, gone] = [await bench.group(), await bench.group()]
  const ada = await bench.person()
  await bench.join(group, ada)
  const id = await bench.workflow([group], { AllowRepeatedSteps: true })
  const add = await bench.step(id, 5, { AddToListOptions: { GroupIds: [gone] } })
  await bench.step(id, 10, { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: add } })
  await bench.good(bench.caller.delete(`/api/groups/${gone}`))
  const tried = await bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId: ada }))
  const steps = tried.Steps as { Date: string; Outcome: string | null }[]
  expect(steps).toHaveLength(200)
  expect(steps.slice(0, 3).map(({ Date: at, Outcome }) => [at, Outcome])).toEqual([
    ['2026-03-02T10:00:00.000Z', 'Its groups were deleted.'],
    ['2026-03-02T10:00:00.000Z', null],
    ['2026-03-02T10:01:00.000Z', 'Its groups were deleted.'],
  ])
  expect(steps.at(-1)?.Date).toBe('2026-03-02T11:39:00.000Z')
})

test('staff takes a contact out for good, and its history stays', async () => {
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
        EndReason: 'Taken out by staff.',
        Steps: [{ Name: 'Wait 1 day', State: 'skipped', Outcome: 'Taken out by staff.' }],
      },
    ],
  })
})

test('metrics tell what happened by day, as charts, figures and a file', async () => {
  const group = await bench.group()
  await bench.join(group, await bench.person(), await bench.person())
  const id = await bench.workflow([group])
  await bench.step(id, 8, { AddTagOptions: { Tags: ['Counted'] } })
  await bench.switchOn(id)
  await bench.run(id)
  const line = await bench.good(
    bench.caller.get(`/api/workflows/workflowmetrics/line?workflowid=${id}&daterange=2026-03-01,2026-03-03`),
  )
  expect(line.data).toEqual([
    { Category: '2026-03-01', Values: [0, 0, 0] },
    { Category: '2026-03-02', Values: [2, 0, 2] },
    { Category: '2026-03-03', Values: [0, 0, 0] },
  ])
  const pie = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/pie?workflowid=${id}`))
  expect((pie.data as { Values: number[] }[]).map(({ Values }) => Values[0])).toEqual([0, 0, 2])
  const file = await bench.caller.get(`/api/workflows/download/workflowmetrics/${id}`, { accept: 'text/csv' })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.body.split('\r\n').slice(0, 2)).toEqual([
    'Date,Entered,Active,EarlyOptOuts,Completed',
    '2026-03-02,2,0,0,2',
  ])
  const scores = await bench.good(bench.caller.get(`/api/workflows/workflowmetrics/scoreboard?workflowid=${id}`))
  expect(scores).toMatchObject([
    { Name: 'Active workflows', Value: '1', Hint: 'Out of 1' },
    { Value: '2' },
    {},
    {},
    {},
    {},
    {},
  ])
  for (const wrong of ['nonsense', '0000-01-01,0000-01-02', '2026-02-30,2026-03-01', '2026-01-01,2027-01-02'])
    expect((await bench.caller.get(`/api/workflows/workflowmetrics/line?daterange=${wrong}`)).statusCode).toBe(400)
})

test('a deleted workflow counts in none of the figures over all', async () => {
  const sums = async () => {
    const metrics = '/api/workflows/workflowmetrics'
    const line = await bench.good(bench.caller.get(`${metrics}/line?daterange=2026-03-01,2026-03-03`))
    const scores = (await bench.caller.get(`${metrics}/scoreboard`)).json() as { Value: string }[]
    const days = line.data as { Values: number[] }[]
    return [days.map(({ Values }) => Values[0] ?? 0).reduce((sum, n) => sum + n, 0), Number(scores[1]?.Value)]
  }
  const before = await sums()
  const group = await bench.group()
  await bench.join(group, await bench.person())
  const id = await bench.workflow([group])
  await bench.step(id, 8, { AddTagOptions: { Tags: ['Counted'] } })
  await bench.switchOn(id)
  await bench.run(id)
  expect(await sums()).toEqual(before.map((sum) => sum + 1))
  const { AuditId } = await bench.switchOn(id, false)
  await bench.good(bench.caller.delete(`/api/workflows/workflow/${id}/${AuditId}`))
  expect(await sums()).toEqual(before)
})

test('what was done stays told and counted when its step is made another', async () => {
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
