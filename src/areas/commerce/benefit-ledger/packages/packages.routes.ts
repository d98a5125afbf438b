import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { benefitPackageList } from './packages.listing.ts'
import { listBenefitPackageChoices, readBenefitPackage } from './packages.queries.ts'
import { deleteBenefitPackage, saveBenefitPackage } from './packages.service.ts'

/** Benefit packages, which membership levels and sponsorship types grant. */
export const benefitPackages: FastifyPluginAsync = async (app) => {
  serve(app, operations.listBenefitPackages, (request, reply) =>
    sendList(request, reply, benefitPackageList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.lookupBenefitPackages, async ({ scope }) =>
    presentChoices(await listBenefitPackageChoices(scope)),
  )

  serve(app, operations.getBenefitPackage, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readBenefitPackage(scope, params.benefitPackageId)),
  )

  serve(app, operations.saveBenefitPackage, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveBenefitPackage(scope, params.benefitPackageId, body, expected))
  })

  serve(app, operations.deleteBenefitPackage, async (request) => {
    await deleteBenefitPackage(request.scope, request.params.benefitPackageId, expectedIfMatch(request))
    return {}
  })
}
