import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { BenefitPackage } from '#prisma/client'
import { benefitPackageEvents } from '../benefit-ledger.events.ts'
import { benefitPackageList } from './packages.listing.ts'

export const benefitPackageKind: RecordKind<BenefitPackage> = {
  entity: 'benefitpackage',
  noun: 'benefit package',
  table: 'benefit_package',
  events: benefitPackageEvents,
  find: (tx, { tenantId, id }) => tx.benefitPackage.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a package in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readBenefitPackage = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, benefitPackageList(scope), id, 'benefit package')

/** Lists the active packages by name. */
export const listBenefitPackageChoices = async ({ db }: Scope): Promise<Choice[]> => {
  const packages = await db.prisma.benefitPackage.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return packages.sort(compareByName).map(({ id, name, description }) => ({ id, name, extra: description }))
}
