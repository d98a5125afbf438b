import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/payment-plans'
import { JsonText, serve } from '#kernel/http/serve'
import { readSchedule } from '../payment-plans.queries.ts'
import { savePaymentMethod } from './payment-methods.service.ts'

/** Serves the payment schedules of memberships, and the means of payment with which they are collected. */
export const paymentSchedules: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getMembershipSchedule,
    async ({ scope, params }) => new JsonText(await readSchedule(scope, params.membershipId)),
  )

  serve(app, operations.saveMembershipPaymentMethod, async ({ scope, params, body }) => {
    await savePaymentMethod(scope, params.membershipId, body)
    return new JsonText(await readSchedule(scope, params.membershipId))
  })
}
