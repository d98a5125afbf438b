import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefit-ledger'
import { operations as extensions } from '#contract/commerce/benefits'
import { JsonText, serve } from '#kernel/http/serve'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { parseMassAdjustment, parseMassUsage } from './mass.input.ts'
import { presentMassJob, presentMassOperation } from './mass.presenter.ts'
import { getMassOperation, previewContacts } from './mass.queries.ts'
import { startMassOperation } from './mass.service.ts'
import { massResultList } from './mass-results.listing.ts'

/** Adds the rows of a preview to the request, as text: it can have 50,000. */
const preview = (request: object, contacts: readonly string[]): JsonText =>
  new JsonText(`${JSON.stringify(request).slice(0, -1)},"Contacts":[${contacts.join(',')}]}`)

/** Usages and adjustments for many contacts, and their progress. */
export const massBenefits: FastifyPluginAsync = async (app) => {
  serve(app, operations.loadMassBenefitAdjustment, async ({ scope, body }) => {
    const { SelectedIds, ForceSave = false, BenefitItemId, AdjustmentQuantity, AdjustmentDirection } = body
    const { AdjustmentDescription = null } = body
    const change = { BenefitItemId, AdjustmentQuantity, AdjustmentDirection, AdjustmentDescription }
    const contacts = await previewContacts(scope, parseMassAdjustment(body))
    return preview({ SelectedIds, ForceSave, ...change }, contacts)
  })

  serve(app, operations.loadMassBenefitUsage, async ({ scope, body }) => {
    const { SelectedIds, BenefitItemId, UsageQuantity, Description = null, ForceSave = false } = body
    const contacts = await previewContacts(scope, parseMassUsage(body))
    return preview({ SelectedIds, BenefitItemId, UsageQuantity, Description, ForceSave }, contacts)
  })

  serve(app, operations.saveMassBenefitAdjustment, async ({ scope, body }) =>
    presentMassJob(await startMassOperation(scope, parseMassAdjustment(body))),
  )

  serve(app, operations.saveMassBenefitUsage, async ({ scope, body }) =>
    presentMassJob(await startMassOperation(scope, parseMassUsage(body))),
  )

  serve(app, extensions.getBenefitMassOperation, async ({ scope, params }) =>
    presentMassOperation(await getMassOperation(scope, params.massOperationId)),
  )

  serve(app, extensions.listBenefitMassResults, async (request, reply) => {
    const { id } = await getMassOperation(request.scope, request.params.massOperationId)
    return sendList(request, reply, massResultList(id), parseNamedListQuery(request.query))
  })
}
