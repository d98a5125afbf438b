import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-subtypes'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { EXTERNAL, TRADE } from './payment-subtypes.model.ts'
import {
  presentPaymentSubtype,
  presentScreen,
  presentSubtypeChoices,
  presentSubtypeItem,
} from './payment-subtypes.presenter.ts'
import { getSubtypeOfType, listSubtypesOfType } from './payment-subtypes.queries.ts'
import { deletePaymentSubtype, savePaymentSubtype } from './payment-subtypes.service.ts'

/** Subtypes of the payment types Trade and External. */
export const paymentSubtypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.getPaymentSubtypeSettings, async ({ scope }) =>
    presentScreen(await listSubtypesOfType(scope, TRADE), await listSubtypesOfType(scope, EXTERNAL)),
  )

  serve(app, operations.getTradePaymentSubtype, async ({ scope, params }, reply) => {
    const subtype = await getSubtypeOfType(scope, TRADE, params.paymentsubtypeid)
    sendVersion(reply, subtype.auditId)
    return presentPaymentSubtype(subtype)
  })

  serve(app, operations.getExternalPaymentSubtype, async ({ scope, params }, reply) => {
    const subtype = await getSubtypeOfType(scope, EXTERNAL, params.paymentsubtypeid)
    sendVersion(reply, subtype.auditId)
    return presentPaymentSubtype(subtype)
  })

  serve(app, operations.savePaymentSubtype, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const subtype = await savePaymentSubtype(scope, params.paymentsubtypeid, body, expected)
    sendVersion(reply, subtype.auditId)
    return presentSubtypeItem(subtype)
  })

  serve(app, operations.deletePaymentSubtype, async (request) => {
    await deletePaymentSubtype(request.scope, request.params.paymentsubtypeid, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.lookupPaymentSubtypesOfType, async ({ scope, params }) =>
    presentSubtypeChoices(await listSubtypesOfType(scope, Number(params.paymenttypeid)), ({ isDefault }) => isDefault),
  )

  serve(app, operations.lookupPaymentSubtypes, async ({ scope }) => {
    const subtypes = [...(await listSubtypesOfType(scope, TRADE)), ...(await listSubtypesOfType(scope, EXTERNAL))]
    return presentSubtypeChoices(subtypes, () => false)
  })
}
