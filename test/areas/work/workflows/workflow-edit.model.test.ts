import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench

beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})

afterAll(() => bench.server.close())

describe('GET /api/workflows/getworkflow/{workflowid} (getWorkflow)', () => {
  test.each([
    [true, false],
    [false, true],
  ])('returns every stored setting: repeated steps %s, re-entry %s', async (AllowRepeatedSteps, AllowReEntry) => {
    const group = await bench.group()
    const anti = await bench.group()
    await bench.join(anti, await bench.person())
    const settings = {
      Name: 'Renewals',
      Description: 'For the autumn',
      SystemScheduleTypeId: '3',
      DailyScheduleOptions: null,
      WeeklyScheduleOptions: { Weekdays: [2, 4], StartHour: 8, EndHour: 20 },
      AllowRepeatedSteps,
      AllowReEntry,
    }
    const WorkflowSources = [{ GroupId: group }, { GroupId: anti, IsAnti: true }]
    const id = await bench.workflow([], { ...settings, WorkflowSources })
    const source = (GroupId: number, IsAnti: boolean, MemberCount: number) => ({
      WorkflowSourceId: expect.any(Number),
      GroupId,
      Name: expect.stringMatching(/^Group \d+$/),
      MemberCount,
      IsAnti,
    })
    const stored = {
      ...settings,
      WorkflowId: id,
      IsActive: false,
      AuditId: 1,
      TenantId: bench.tenantId,
      ScheduleOptionsJson: '{"Weekdays":[2,4],"StartHour":8,"EndHour":20}',
    }
    expect(await bench.good(bench.caller.get(`/api/workflows/getworkflow/${id}`))).toEqual({
      ...stored,
      WorkflowSources: [source(group, false, 0), source(anti, true, 1)],
    })
    expect(await bench.general(id)).toMatchObject({
      ...stored,
      WorkflowPosiSources: [source(group, false, 0)],
      WorkflowAntiSources: [source(anti, true, 1)],
    })
  })
})
