import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/payment-processor'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { parseEvidence, parseTransactionId } from './disputes.input.ts'
import { presentDispute, presentDisputeRow } from './disputes.presenter.ts'
import { getDisputeOfCharge, listStoredDisputes } from './disputes.queries.ts'
import { readDispute, saveDisputeEvidence } from './disputes.service.ts'

/** Disputes of charges and their evidence. */
export const disputes: FastifyPluginAsync = async (app) => {
  serve(app, operations.listDisputes, async ({ scope }) => (await listStoredDisputes(scope)).map(presentDisputeRow))

  serve(app, operations.getDispute, async ({ scope, params }) => {
    const dispute = await getDisputeOfCharge(scope, params.epaymenttransactionid)
    if (dispute.charge.uid !== params.transactionuid) throw notFound('dispute')
    const { messages, files } = await readDispute(scope, dispute)
    return presentDispute(scope, dispute, messages, files)
  })

  serve(app, operations.saveDispute, async ({ scope, params, query, body }) => {
    const id = parseTransactionId(params.epaymenttransactionid)
    const evidence = parseEvidence(body)
    const save = { disputeUid: body.DisputeId, evidence, isSubmitted: query.submit === true }
    return presentDisputeRow(await saveDisputeEvidence(scope, app.processorTools, id, save))
  })
}
