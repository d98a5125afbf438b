import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/benefits'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { benefitPackageList } from './packages.listing.ts'
import { listBenefitPackageChoices, readBenefitPackage } from './packages.queries.ts'
import { deleteBenefitPackage, saveBenefitPackage } from './packages.service.ts'

/** Serves benefit packages, which membership levels and sponsorship types grant. */
export const benefitPackages: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listBenefitPackages, benefitPackageList, parseNamedListQuery)

  serveLookup(app, operations.lookupBenefitPackages, listBenefitPackageChoices)

  serveRow(app, operations.getBenefitPackage, (scope, { params }) => readBenefitPackage(scope, params.benefitPackageId))

  serveSave(app, operations.saveBenefitPackage, (scope, { params, body, expected }) =>
    saveBenefitPackage(scope, params.benefitPackageId, body, expected),
  )

  serveDelete(app, operations.deleteBenefitPackage, (scope, { params, expected }) =>
    deleteBenefitPackage(scope, params.benefitPackageId, expected),
  )
}
