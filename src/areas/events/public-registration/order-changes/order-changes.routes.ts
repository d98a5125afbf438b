import type { FastifyPluginAsync } from 'fastify'
import { renamePerson } from '#areas/events/registrations/transfer/payer-transfers.service'
import { operations } from '#contract/events/order-changes'
import { serve } from '#kernel/http/serve'
import { presentCart } from '../carts/cart.presenter.ts'
import { visitEvent } from '../event-visit.queries.ts'
import { presentSplits } from '../prices/splits.presenter.ts'
import { throwProblems } from '../public-responses.presenter.ts'
import { previewChange, reserveChange } from './order-changes.service.ts'

/** A credential of a member counts for its prices; none is needed. */
const OPTIONS = { takesCredential: true } as const

/** Serves the changes of payers by the link of their confirmation: its key is the credential. */
export const orderChanges: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.previewPayerOrderChange,
    (request) =>
      throwProblems(async () => {
        const visit = await visitEvent(app, request, request.params.id)
        return presentSplits(visit.scope, await previewChange(visit, request.body))
      }),
    OPTIONS,
  )

  serve(
    app,
    operations.changePayerOrder,
    (request) =>
      throwProblems(async () => {
        const visit = await visitEvent(app, request, request.params.id)
        return presentCart(visit.scope, await reserveChange(visit, request.body))
      }),
    OPTIONS,
  )

  serve(app, operations.renamePayerRegistration, (request) =>
    throwProblems(async () => {
      const { scope, eventId } = await visitEvent(app, request, request.params.id)
      await renamePerson(scope, eventId, request.body)
      return {}
    }),
  )
}
