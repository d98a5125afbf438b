import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { WITH_BANDS } from './level-prices.queries.ts'

/** Finds a level of a type with what its list price depends on. */
export const findPlanLevel = ({ db: { tenantId } }: Scope, models: Models, typeId: number, id: number) =>
  models.membershipLevel.findFirst({
    where: { tenantId, typeId, id },
    include: { ...WITH_BANDS, feeItem: { select: { id: true, name: true } } },
  })
