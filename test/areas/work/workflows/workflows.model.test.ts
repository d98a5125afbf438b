import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNextOpening, isOpen, SCHEDULE } from '#areas/work/workflows/workflows.model'
import { runs } from '#test/support/runner/runs'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const ZONE = 'Europe/Berlin'
const daily = (startHour: number, endHour: number) => ({
  scheduleTypeId: SCHEDULE.daily,
  startHour,
  endHour,
  weekdays: [],
})
const opening = (schedule: Parameters<typeof findNextOpening>[0], from: string) =>
  findNextOpening(schedule, ZONE, new Date(from)).toISOString()

test('uses the hours of the local clock before and after a change of clocks', () => {
  expect(opening(daily(9, 17), '2026-03-28T20:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(opening(daily(9, 17), '2026-03-27T20:00:00Z')).toBe('2026-03-28T08:00:00.000Z')
  expect(opening(daily(9, 17), '2026-10-24T20:00:00Z')).toBe('2026-10-25T08:00:00.000Z')
})

test('is open twice in an hour that the clock shows twice', () => {
  for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    expect(isOpen(daily(2, 3), ZONE, new Date(time))).toBe(true)
})

test('opens on the next day or in the next week if a change of clocks skips the hour', () => {
  expect(opening(daily(2, 3), '2026-03-28T20:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
  const sundays = { ...daily(2, 3), scheduleTypeId: SCHEDULE.weekly, weekdays: [7] }
  expect(opening(sundays, '2026-03-22T12:00:00Z')).toBe('2026-04-05T00:00:00.000Z')
})

const QUARTER_MS = 900_000
const WEEKS_MS = 15 * 86_400_000

/** Searches in steps of a quarter of an hour. */
const slowly = (schedule: Parameters<typeof findNextOpening>[0], zone: string, from: Date): Date => {
  for (let at = from.getTime(); at < from.getTime() + WEEKS_MS; at = Math.floor(at / QUARTER_MS + 1) * QUARTER_MS)
    if (isOpen(schedule, zone, new Date(at))) return new Date(at)
  return from
}

test('finds the same next opening as a search in steps of a quarter of an hour, in any time zone', () => {
  // Half an hour in Lord Howe, at midnight in Beirut and Havana, a quarter of an hour off in Kathmandu.
  const zones = [
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Beirut',
    'America/Havana',
    'Atlantic/Azores',
    'Asia/Kathmandu',
  ]
  const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-06-01']
  const hours = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
    .filter(([from, to]) => from < to)
  const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * 86_400, max: 2 * 86_400 }))
  const any = fc.tuple(fc.constantFrom(...zones), near, hours, fc.option(weekdays))
  fc.assert(
    fc.property(any, ([zone, [day, seconds], [startHour, endHour], only]) => {
      const type = only ? SCHEDULE.weekly : SCHEDULE.daily
      const schedule = { scheduleTypeId: type, startHour, endHour, weekdays: only ?? [] }
      const from = new Date(Date.parse(day) + seconds * 1000)
      expect(findNextOpening(schedule, zone, from)).toEqual(slowly(schedule, zone, from))
    }),
    { numRuns: runs(300) },
  )
})

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
