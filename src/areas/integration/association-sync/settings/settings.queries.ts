import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { AssociationSettings } from '#prisma/client'

/** Reads the settings of the sync; null before the first save. */
export const findSettings = (models: Models, { db }: Pick<Scope, 'db'>): Promise<AssociationSettings | null> =>
  models.associationSettings.findFirst({ where: { tenantId: db.tenantId } })
