import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-subtypes'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import {
  presentPaymentSubtype,
  presentScreen,
  presentSubtypeChoices,
  presentSubtypeItem,
} from './payment-subtypes.presenter.ts'
import { EXTERNAL, getSubtypeOfType, listSubtypesOfType, TRADE } from './payment-subtypes.queries.ts'
import { deletePaymentSubtype, savePaymentSubtype } from './payment-subtypes.service.ts'

/** Subtypes of the payment types Trade and External. */
export const paymentSubtypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.getPaymentSubtypeSettings, async ({ scope }) =>
    presentScreen(await listSubtypesOfType(scope, TRADE), await listSubtypesOfType(scope, EXTERNAL)),
  )

  serveRecord(
    app,
    operations.getTradePaymentSubtype,
    (scope, { params }) => getSubtypeOfType(scope, TRADE, params.paymentsubtypeid),
    presentPaymentSubtype,
  )

  serveRecord(
    app,
    operations.getExternalPaymentSubtype,
    (scope, { params }) => getSubtypeOfType(scope, EXTERNAL, params.paymentsubtypeid),
    presentPaymentSubtype,
  )

  serveSavedRecord(
    app,
    operations.savePaymentSubtype,
    (scope, { params, body, expected }) => savePaymentSubtype(scope, params.paymentsubtypeid, body, expected),
    presentSubtypeItem,
  )

  serveDelete(app, operations.deletePaymentSubtype, (scope, { params, expected }) =>
    deletePaymentSubtype(scope, params.paymentsubtypeid, expected),
  )

  serve(app, operations.lookupPaymentSubtypesOfType, async ({ scope, params }) =>
    presentSubtypeChoices(await listSubtypesOfType(scope, Number(params.paymenttypeid)), ({ isDefault }) => isDefault),
  )

  serve(app, operations.lookupPaymentSubtypes, async ({ scope }) => {
    const subtypes = [...(await listSubtypesOfType(scope, TRADE)), ...(await listSubtypesOfType(scope, EXTERNAL))]
    return presentSubtypeChoices(subtypes, () => false)
  })
}
