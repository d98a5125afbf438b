import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { ShippingMethod } from '#prisma/client'
import { shippingMethodEvents } from '../buying.events.ts'
import { shippingMethodList } from './shipping-methods.listing.ts'

export const shippingMethodKind: RecordKind<ShippingMethod> = {
  entity: 'shippingmethod',
  noun: 'shipping method',
  table: 'shipping_method',
  events: shippingMethodEvents,
  find: (tx, { tenantId, id }) => tx.shippingMethod.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a shipping method in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readShippingMethod = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, shippingMethodList(scope), id, 'shipping method')

/** Lists the active shipping methods by name. */
export const listShippingMethodChoices = async ({ db }: Scope): Promise<Choice[]> => {
  const found = await db.prisma.shippingMethod.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return found.sort(compareByName).map(({ id, name, type }) => ({ id, name, extra: type }))
}
