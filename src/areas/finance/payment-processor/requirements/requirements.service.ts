import { lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { GATEWAY, type GatewayAccount, listAccounts } from '../accounts/accounts.queries.ts'
import { requirementEvents } from '../payment-processor.events.ts'
import type { Requirements } from '../payment-processor.port.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'
import { haveChanged, requirementsOf } from './requirements.model.ts'

/** Reads the state of an account at the processor, and stores its currency and what it requires, with an event. @throws 404, 503. */
export const refreshAccount = async (scope: Scope, tools: ProcessorTools, account: GatewayAccount): Promise<void> => {
  const { tenantId } = scope.db
  const state = await callProcessor(scope, tools, account, 'account', (processor) => processor.getAccount(account.uid))
  const requirements = { ...state.requirements } satisfies Prisma.InputJsonObject
  await scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, `requirements ${account.uid}`)
    const where = { tenantId, id: account.id }
    const before = requirementsOf(await tx.processorAccount.findFirstOrThrow({ where }))
    await tx.processorAccount.updateMany({
      where,
      data: {
        requirements,
        checkedAt: scope.clock.now(),
        currencyCode: state.currencyCode,
        ...(state.timeZone !== null && { timeZone: state.timeZone }),
      },
    })
    if (haveChanged(before, state.requirements)) await recordRequirements(scope, tx, account, state.requirements)
  })
}

const recordRequirements = (
  scope: Scope,
  tx: Transaction,
  { uid, gateway }: GatewayAccount,
  { currentlyDue, pastDue, deadline }: Requirements,
): Promise<void> => {
  const payload = { AccountId: uid, CurrentlyDue: currentlyDue, PastDue: pastDue, Deadline: deadline }
  const details = { changes: payload, payload, eventKind: requirementEvents.changed }
  return recordChange(scope, tx, changeOf({ entity: GATEWAY }, gateway, 'updated', details))
}

/** Reads the requirements of every account. @throws 503: those that were not read keep their stored requirements. */
export const refreshRequirements = async (scope: Scope, tools: ProcessorTools): Promise<GatewayAccount[]> => {
  for (const account of await listAccounts(scope)) await refreshAccount(scope, tools, account)
  return listAccounts(scope)
}
