import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/memberships'
import { badInput } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { presentNightly, presentPreview } from './nightly-run.presenter.ts'
import { findLastRun, getNightlySwitch, previewNightlyRun } from './nightly-run.queries.ts'
import { saveNightlySwitch } from './nightly-run.service.ts'

const MAX_DAYS_AHEAD = 366

/** Serves the nightly run: its state, its dry run, its switch. */
export const nightlyRuns: FastifyPluginAsync = async (app) => {
  serve(app, operations.getMembershipNightly, async ({ scope }) => sendState(scope))

  serve(app, operations.previewMembershipNightly, async ({ scope, query }) => {
    const day = parseDay(scope, query.day)
    return presentPreview(day, await previewNightlyRun(scope, day, query.skip ?? 0, query.top ?? 50))
  })

  serve(app, operations.switchMembershipNightly, async ({ scope, body }) => {
    await saveNightlySwitch(scope, body.IsOn)
    return sendState(scope)
  })
}

const sendState = async (scope: Scope) => presentNightly(await getNightlySwitch(scope), await findLastRun(scope))

const parseDay = (scope: Scope, sent: string | undefined): Day => {
  const today = todayOf(scope)
  const day = sent || today
  if (day < today) throw badInput('query:day', 'must not be before today')
  if (day > addDays(today, MAX_DAYS_AHEAD)) throw badInput('query:day', 'must be within 366 days from today')
  return day
}
