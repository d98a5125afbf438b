import type { RecordKind } from '#kernel/records/record-kind'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Account } from '#prisma/client'
import { accountEvents } from './accounts.events.ts'
import type { SystemRole } from './accounts.model.ts'

export const accountKind: RecordKind<Account> = {
  entity: 'account',
  table: 'account',
  events: accountEvents,
  find: (tx, { tenantId, id }) => tx.account.findFirst({ where: { tenantId, id } }),
}

/** Returns the ids of the accounts that the books use, by their role. */
export const listSystemAccountIds = async (models: Models, tenantId: number): Promise<ReadonlyMap<string, number>> => {
  const found = await models.account.findMany({
    where: { tenantId, systemRole: { not: null } },
    select: { id: true, systemRole: true },
  })
  return new Map(found.map(({ id, systemRole }) => [systemRole ?? '', id]))
}

/** Returns the id of the account that the books use for a purpose. */
export const getSystemAccountId = async (models: Models, tenantId: number, systemRole: SystemRole): Promise<number> => {
  const found = await models.account.findFirst({ where: { tenantId, systemRole }, select: { id: true } })
  if (!found) throw new Error(`The tenant has no account with the system role "${systemRole}"`)
  return found.id
}
