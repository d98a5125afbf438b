import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/accounts'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { PAYMENT_TYPES } from './payment-types.queries.ts'

export const paymentTypes: FastifyPluginAsync = async (app) => {
  serve(app, operations.lookupPaymentTypes, async () => presentChoices(PAYMENT_TYPES))
}
