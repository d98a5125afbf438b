import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { visitEvent } from './event-visit.queries.ts'
import { presentSplits } from './prices/splits.presenter.ts'
import { respond } from './public-responses.presenter.ts'
import { summaryOfFaults } from './refusals.model.ts'
import { calculateLines, validateForm } from './registration-form.service.ts'

/** A credential of staff or of a member counts; none is needed. */
const OPTIONS = { takesCredential: true } as const

/** What visitors of a registration form use. */
export const publicRegistration: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.calculateRegistrationSplits,
    (request) =>
      respond(async () => {
        const visit = await visitEvent(app, request, request.params.id)
        return presentSplits(visit.scope, await calculateLines(visit, request.body))
      }),
    OPTIONS,
  )

  serve(
    app,
    operations.validateRegistration,
    async (request) => {
      const { Data: faults, ...refused } = await respond(async () =>
        validateForm(await visitEvent(app, request, request.params.id), request.body),
      )
      if (!faults) return { ...refused, Data: null }
      const Data = { IsValid: faults.length === 0, Warnings: [] }
      if (faults.length === 0) return { ...refused, Data }
      return { Status: 422, StatusMessage: summaryOfFaults(faults), Data, Errors: faults }
    },
    OPTIONS,
  )
}
