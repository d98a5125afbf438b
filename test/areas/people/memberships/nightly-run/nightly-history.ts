import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshMemberships } from '#areas/people/memberships/membership-row.service'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { dateOf } from '#kernel/time/day'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { dayNumber, dayText } from '../model/independent-model.ts'

const FIRST = dayNumber('2027-03-01')

/** A membership without requests: terms in days, with gaps before them; numbers are days from FIRST. */
interface Untouched {
  begins: number
  terms: { gap: number; days: number }[]
  grace: number
  isSuspended: boolean
}

const untouched = fc.record({
  begins: fc.integer({ min: -40, max: 20 }),
  terms: fc.array(fc.record({ gap: fc.integer({ min: 0, max: 12 }), days: fc.integer({ min: 1, max: 30 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  grace: fc.integer({ min: 0, max: 15 }),
  isSuspended: fc.integer({ min: 0, max: 7 }).map((one) => one === 7),
})

const spans = ({ begins, terms }: Untouched): { from: number; to: number }[] => {
  let next = begins
  return terms.map(({ gap, days }, at) => {
    const from = FIRST + next + (at === 0 ? 0 : gap)
    next = from - FIRST + days
    return { from, to: from + days - 1 }
  })
}

/** The expected status on a day, by a simple implementation. */
const statusOf = (one: Untouched, day: number): string => {
  if (one.isSuspended) return 'Suspended'
  const all = spans(one)
  const end = Math.max(...all.map(({ to }) => to))
  if (day > Math.max(end + one.grace, FIRST - 1)) return 'Dropped'
  if (all.some(({ from, to }) => from <= day && day <= to)) return 'Active'
  const over = all.filter(({ to }) => to < day).map(({ to }) => to)
  if (over.length === 0) return 'Pending'
  return day <= Math.max(...over) + one.grace ? 'Grace' : 'Lapsed'
}

let steps: Steps
const typeByGrace = new Map<number, number>()

const scopeNow = () => {
  const context = { database: steps.server.database, clock: { now: steps.now }, log: createLogger('silent') }
  return systemScope(context, steps.caller.tenant.id)
}

const make = async (one: Untouched): Promise<number> => {
  const { system } = steps.server.database
  const tenantId = steps.caller.tenant.id
  const contactId = await steps.person()
  const address = `c${contactId}@members.example`
  await system.contactEmail.create({ data: { tenantId, contactId, address, addressKey: address } })
  const typeId = typeByGrace.get(one.grace) ?? 0
  const suspendedOn = one.isSuspended ? dateOf(dayText(FIRST - 50)) : null
  const approved = { joinedOn: dateOf(dayText(FIRST + one.begins)), approvedAt: steps.now() }
  const row = { tenantId, contactId, typeId, status: 'Pending', suspendedOn, ...approved }
  const { id } = await system.membership.create({ data: row })
  await system.membershipTerm.createMany({
    data: spans(one).map(({ from, to }, at) => ({
      tenantId,
      membershipId: id,
      kind: at === 0 ? 'first' : 'renewal',
      months: 1,
      amount: 0,
      startsOn: dateOf(dayText(from)),
      endsOn: dateOf(dayText(to)),
      activatedAt: steps.now(),
    })),
  })
  return id
}

const COUNTS = ['Begun', 'Graced', 'Lapsed', 'Dropped', 'Invoiced', 'ExpiringNotice', 'GraceNotice', 'DroppedNotice']

interface Effect {
  MembershipId: number
  Effect: string
}

/** Reads the effects of a run from its records. */
const effectsOf = async (day: string): Promise<string[]> => {
  const { system } = steps.server.database
  const at = steps.now()
  const events = await system.outboxEvent.findMany({ where: { occurredAt: at, entity: 'membership' } })
  const notices = await system.membershipNotice.findMany({ where: { queuedAt: at } })
  const dropped = await system.membership.count({ where: { droppedOn: dateOf(day) } })
  expect(events.filter(({ kind }) => kind === 'membership.dropped')).toHaveLength(dropped)
  return [
    ...events.map(({ kind, entityId }) => `${entityId} ${kind.split('.')[1]}`),
    ...notices.map(({ kind, membershipId }) => `${membershipId} ${kind}_notice`),
  ].sort()
}

/** Performs a run, and expects exactly the effects of its dry run. */
const performRun = async (day: string): Promise<void> => {
  steps.setDay(day)
  const previewedEffects = (await steps.caller.get('/api/memberships/nightly/dryrun?top=1000')).json()
  await runNightly(await scopeNow())
  const { LastRun } = (await steps.caller.get('/api/memberships/nightly')).json()
  const counts = (from: Record<string, unknown>) => COUNTS.map((name) => `${name} ${from[`${name}Count`]}`)
  expect(counts(LastRun), day).toEqual(counts(previewedEffects))
  const said = previewedEffects.Results.map(({ MembershipId, Effect: what }: Effect) => `${MembershipId} ${what}`)
  expect(await effectsOf(day), day).toEqual(said.sort())
}

const runDays = async (memberships: Untouched[], days: number): Promise<void> => {
  const { system } = steps.server.database
  await system.membership.deleteMany({})
  await system.membershipNightlyRun.deleteMany({})
  await system.outboxEvent.deleteMany({})
  steps.setDay(dayText(FIRST - 1))
  const made = new Map<number, Untouched>()
  for (const one of memberships) made.set(await make(one), one)
  const scope = await scopeNow()
  await scope.db.transaction((tx) => refreshMemberships(scope, tx, [...made.keys()]))
  for (let number = FIRST; number < FIRST + days; number++) {
    const day = dayText(number)
    await performRun(day)
    const rows = await system.membership.findMany({ select: { id: true, status: true }, orderBy: { id: 'asc' } })
    const expected = [...made].map(([id, one]) => ({ id, status: statusOf(one, number) }))
    expect(rows, day).toEqual(expected)
  }
  const mails = await system.mailMessage.groupBy({ by: ['key'], _count: true })
  expect(mails.filter(({ _count }) => _count > 1)).toEqual([])
}

/** Defines the test that compares nightly runs with their dry runs and a plain model. */
export const testNightlyHistories = ({ runs, days }: { runs: number; days: number }): void => {
  beforeAll(async () => {
    steps = await openMemberships(dayText(FIRST - 1), { own: true })
    await steps.server.database.system.tenant.updateMany({ data: { timeZone: 'UTC' } })
    await steps.caller.post('/api/memberships/nightly', { IsOn: true })
    for (let grace = 0; grace <= 15; grace++) typeByGrace.set(grace, await steps.type({ GraceDays: grace }))
  })
  afterAll(() => steps.server.close())

  test(
    `in ${runs} times ${days} days each status is that of a simple model, and each effect that of the dry run`,
    async () => {
      const many = fc.array(untouched, { minLength: 10, maxLength: 25 })
      await fc.assert(
        fc.asyncProperty(many, (memberships) => runDays(memberships, days)),
        { numRuns: runs, endOnFailure: true },
      )
    },
    300_000 + runs * 60_000,
  )
}
