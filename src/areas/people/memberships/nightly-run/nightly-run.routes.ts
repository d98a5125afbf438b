import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import { badInput } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { switchNightly } from '../nightly/nightly-switch.service.ts'
import { presentNightly, presentPreview } from './nightly-run.presenter.ts'
import { lastRun, nightlySwitch } from './nightly-run.queries.ts'
import { previewNight } from './preview.queries.ts'

const MOST_DAYS_AHEAD = 366

/** The nightly work: its state, its dry run, its switch. */
export const membershipNightly: FastifyPluginAsync = async (app) => {
  serve(app, operations.getMembershipNightly, async ({ scope }) => state(scope))

  serve(app, operations.previewMembershipNightly, async ({ scope, query }) => {
    const day = readDay(scope, query.day)
    return presentPreview(day, await previewNight(scope, day, query.skip ?? 0, query.top ?? 50))
  })

  serve(app, operations.switchMembershipNightly, async ({ scope, body }) => {
    await switchNightly(scope, body.IsOn)
    return state(scope)
  })
}

const state = async (scope: Scope) => presentNightly(await nightlySwitch(scope), await lastRun(scope))

const readDay = (scope: Scope, sent: string | undefined): Day => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const day = sent || today
  if (day < today) throw badInput('query:day', 'must not lie before today')
  if (day > addDays(today, MOST_DAYS_AHEAD)) throw badInput('query:day', 'must lie within 366 days from today')
  return day
}
