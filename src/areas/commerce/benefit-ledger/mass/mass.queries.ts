import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { BenefitMassOperation } from '#prisma/client'

export type MassProgress = Omit<BenefitMassOperation, 'contactIds'>

/** Returns a mass operation without its contacts. @throws 404. */
export const getMassOperation = async ({ db }: Scope, id: string): Promise<MassProgress> => {
  const where = { tenantId: db.tenantId, id }
  const found = await db.prisma.benefitMassOperation.findFirst({ where, omit: { contactIds: true } })
  if (!found) throw notFound('mass operation')
  return found
}
