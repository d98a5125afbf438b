import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshMemberships } from '#areas/people/memberships/membership-row.service'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { dayIn } from '#kernel/time/day'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { CALLED_OFF, type History, histories, type Step, YEARS } from './model/histories.ts'
import { dayNumber, dayText, IndependentMembership } from './model/independent-model.ts'

const EPOCH = Date.UTC(2024, 0, 1)
const HOUR = 3_600_000
const LENGTHS = [1, 3, 6, 12, 24, 36]

let steps: Steps

interface Kept {
  id: number
  levels: Map<number, number>
  zone: string
}

/** Joins a type that has a level for each length of a term. */
const join = async ({ settings, zone }: History): Promise<Kept> => {
  const { kind, months, renewalMonth: RenewalMonth, renewalDay: RenewalDay } = settings
  const { system } = steps.server.database
  await system.tenant.updateMany({ where: { id: steps.caller.tenant.id }, data: { timeZone: zone } })
  const terms = { TermKindId: kind === 'fixed' ? 2 : 1, TermMonths: 12, RenewalMonth, RenewalDay }
  const { rolloverDays: RolloverDays, graceDays: GraceDays, dueDays: DueDays } = settings
  const typeId = await steps.type({ ...terms, RolloverDays, GraceDays, DueDays })
  const levels = new Map<number, number>()
  for (const TermMonths of LENGTHS) {
    if (kind === 'rolling' || TermMonths % 12 === 0) levels.set(TermMonths, await steps.level(typeId, { TermMonths }))
  }
  const { MembershipId } = await steps.join(await steps.person(), typeId, levels.get(months) ?? 0)
  return { id: MembershipId, levels, zone }
}

const take = async ({ id, levels }: Kept, step: Step): Promise<boolean> => {
  const answer = await send(id, levels, step)
  expect([200, 409, 422], answer.body).toContain(answer.statusCode)
  return answer.statusCode === 200
}
const send = (id: number, levels: Kept['levels'], step: Step) => {
  switch (step.do) {
    case 'resume':
      return steps.step(id, 'resume', { ExtendTerm: step.extend })
    case 'reinstate':
      return steps.step(id, 'reinstate', { ContinueFromExpiry: step.continues })
    case 'changeLength':
      return steps.step(id, 'changelevel', { LevelId: levels.get(step.months) })
    case 'pay':
      return steps.step(id, 'pay', { PaymentTypeId: 1 })
    default:
      return steps.step(id, step.do)
  }
}
const takeToo = (model: IndependentMembership, day: number, step: Step): boolean => {
  switch (step.do) {
    case 'resume':
      return model.resume(day, step.extend)
    case 'reinstate':
      return model.reinstate(day, step.continues)
    case 'changeLength':
      return model.changeLength(day, step.months)
    default:
      return model[step.do](day)
  }
}

const kept = (id: number) =>
  steps.server.database.system.membership.findFirstOrThrow({
    where: { tenantId: steps.caller.tenant.id, id },
    select: { status: true, nextDay: true },
  })

/** Performs the nightly work for a membership that is due. */
const wake = async (id: number): Promise<void> => {
  const { database } = steps.server
  const context = { database, clock: { now: steps.now }, log: createLogger('silent') }
  const scope = await systemScope(context, steps.caller.tenant.id)
  await scope.db.transaction((tx) => refreshMemberships(scope, tx, [id]))
}

const live = async (history: History): Promise<void> => {
  const instant = (hour: number) => new Date(EPOCH + (history.joined + hour) * HOUR)
  const dayAt = (hour: number) => dayIn(history.zone, instant(hour))
  steps.setTime(instant(0))
  const first = dayNumber(dayAt(0))
  const membership = await join(history)
  const model = new IndependentMembership(history.settings)
  model.join(first)
  const left = history.steps.map(({ hour, step }) => ({ step, hour, day: dayAt(hour) }))
  let row = await kept(membership.id)
  for (let number = first; number <= first + YEARS * 365; number++) {
    const day = dayText(number)
    const due = row.nextDay?.toISOString().slice(0, 10)
    if (due !== undefined && due <= day) {
      steps.setTime(noonOf(history.zone, day))
      await wake(membership.id)
      row = await kept(membership.id)
    }
    while (left[0]?.day === day) {
      const { step, hour } = left.shift() as (typeof left)[number]
      steps.setTime(instant(hour))
      expect(await take(membership, step), `${step.do} on ${day}`).toBe(takeToo(model, number, step))
      row = await kept(membership.id)
    }
    if (row.status !== model.status(number)) throw new Error(`${day}: ${row.status}, not ${model.status(number)}`)
  }
  await sameCover(membership.id, model)
}

const noonOf = (zone: string, day: string): Date => {
  let at = Date.parse(`${day}T12:00:00Z`)
  while (dayIn(zone, new Date(at)) !== day) at += (dayIn(zone, new Date(at)) < day ? 1 : -1) * HOUR
  return new Date(at)
}

/** The terms cover the model's days, each once; each was activated by at most one settled invoice. */
const sameCover = async (id: number, model: IndependentMembership): Promise<void> => {
  const { Terms } = await steps.get(id)
  const days: number[] = []
  for (const { StartDate, EndDate, EndedDate, ActivatedDate } of Terms) {
    if (!ActivatedDate) continue
    const end = EndedDate && EndedDate < EndDate ? EndedDate : EndDate
    for (let day = dayNumber(StartDate); day <= dayNumber(end); day++) days.push(day)
  }
  const ascending = (a: number, b: number) => a - b
  expect(days.sort(ascending)).toEqual([...model.covered.keys()].sort(ascending))
  const paid = Terms.filter(({ ActivatedDate, Kind }) => ActivatedDate && Kind !== 'extension')
  expect(new Set(paid.map(({ InvoiceId }) => InvoiceId)).size).toBe(paid.length)
}

/** Defines the tests that compare stored memberships with the independent model. */
export const testDatabaseHistories = (runs: number): void => {
  beforeAll(async () => {
    steps = await openMemberships('2024-01-01')
  })
  afterAll(() => steps.server.close())

  test('cancelling a reinstatement leaves the membership ended, as in the model', () => live(CALLED_OFF), 60_000)

  test(
    `over ${runs} random histories the stored status is the independent model's, every day of five years`,
    async () => {
      await fc.assert(fc.asyncProperty(histories(20), live), { numRuns: runs, endOnFailure: true })
    },
    300_000 + runs * 10_000,
  )
}
