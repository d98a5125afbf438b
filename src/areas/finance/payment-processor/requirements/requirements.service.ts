import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { type GatewayAccount, listAccounts } from '../accounts/accounts.queries.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'

/** Reads the state of an account at the processor, and stores what it requires. @throws 404, 503. */
export const refreshAccount = async (scope: Scope, tools: ProcessorTools, account: GatewayAccount): Promise<void> => {
  const { db, clock } = scope
  const state = await callProcessor(scope, tools, account, 'account', (processor) => processor.getAccount(account.uid))
  const requirements = { ...state.requirements } satisfies Prisma.InputJsonObject
  await db.prisma.processorAccount.updateMany({
    where: { tenantId: db.tenantId, id: account.id },
    data: {
      ...{ requirements, checkedAt: clock.now() },
      ...(state.timeZone !== null && { timeZone: state.timeZone }),
    },
  })
}

/** Reads the requirements of every account. @throws 503: those that were not read keep their stored requirements. */
export const refreshRequirements = async (scope: Scope, tools: ProcessorTools): Promise<GatewayAccount[]> => {
  for (const account of await listAccounts(scope)) await refreshAccount(scope, tools, account)
  return listAccounts(scope)
}
