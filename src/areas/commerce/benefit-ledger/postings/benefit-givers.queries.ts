import type { SqlRunner } from '#kernel/database/sql-runner'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'

/** A membership that gives benefits to a contact. */
export interface BenefitGiver {
  contactId: number
  membershipId: number
  /** The contact itself, or the business that covers it. */
  ownerId: number
}

/** Lists the memberships that give benefits to contacts today, by contact, with those of businesses that cover them. */
export type ListBenefitGivers = (
  scope: Pick<Scope, 'db'>,
  runner: SqlRunner,
  contactIds: readonly number[],
) => Promise<BenefitGiver[]>

export const benefitGivers = register<ListBenefitGivers>('memberships that give benefits')

export const listBenefitGivers: ListBenefitGivers = async (scope, runner, contactIds) => {
  const givers: BenefitGiver[] = []
  for (const list of benefitGivers.entries()) givers.push(...(await list(scope, runner, contactIds)))
  return givers
}
