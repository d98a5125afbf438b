import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/closed-period'
import { serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentClosedPeriod } from './closed-period.presenter.ts'
import { getClosedPeriod } from './closed-period.queries.ts'
import { saveClosedPeriod } from './closed-period.service.ts'

/** The period in which nothing is posted. */
export const closedPeriod: FastifyPluginAsync = async (app) => {
  serveRecord(app, operations.getClosedPeriod, getClosedPeriod, presentClosedPeriod)

  serveSavedRecord(
    app,
    operations.saveClosedPeriod,
    (scope, { body, expected }) => saveClosedPeriod(scope, body, expected),
    presentClosedPeriod,
  )
}
