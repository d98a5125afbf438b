import { Problem, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentGateway, Prisma } from '#prisma/client'
import type { AccountState } from '../payment-processor.port.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'
import { requireFittingCurrency } from './account-currency.service.ts'

/**
 * Reads the account that a new gateway of the online processor is to use.
 *
 * @throws 422 account-needed, wrong-currency; 503.
 */
export const readNewAccount = async (scope: Scope, tools: ProcessorTools, uid: string): Promise<AccountState> => {
  const needed = (detail: string) =>
    ruleRefused('account-needed', detail, [
      { pointer: '/GatewayAccountId', message: 'must be an account that the processor has for this tenant' },
    ])
  if (uid === '') throw needed('A gateway of the kind Processor needs the id of its account.')
  const gateway = { kind: 'Processor' } as PaymentGateway
  try {
    const read = await callProcessor(scope, tools, { gateway }, 'account', (processor) => processor.getAccount(uid))
    requireFittingCurrency('/GatewayAccountId', scope.tenant, read)
    return read
  } catch (error) {
    if (error instanceof Problem && error.status === 404) throw needed('The processor does not have the account.')
    throw error
  }
}

/** Locks the account of a gateway: charges that are added to it wait. */
export const lockAccount = async (scope: Scope, tx: Transaction, gatewayId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, gatewayId }
  const account = await tx.processorAccount.findFirst({ where, select: { id: true } })
  if (account) await lockRows(scope, tx, { table: 'processor_account' }, [account.id])
}

/** Deletes the account of a gateway, which has no charges and transactions, and its objects in the sandbox. */
export const deleteAccount = async ({ db }: Scope, tx: Transaction, gatewayId: number): Promise<void> => {
  const { tenantId } = db
  const account = await tx.processorAccount.findFirst({ where: { tenantId, gatewayId }, select: { uid: true } })
  if (!account) return
  await tx.sandboxObject.deleteMany({ where: { tenantId, accountUid: account.uid } })
  await tx.processorAccount.deleteMany({ where: { tenantId, gatewayId } })
}

/** Adds the account of a new gateway: the one of the processor, or one of the sandbox if it is null. @throws 422 wrong-currency. */
export const addAccount = async (
  { db, tenant, clock }: Scope,
  tx: Transaction,
  gatewayId: number,
  state: AccountState | null,
): Promise<void> => {
  const currencyCode = state?.currencyCode ?? tenant.currencyCode
  requireFittingCurrency('/Kind', tenant, { currencyCode })
  await tx.processorAccount.createMany({
    data: [
      {
        tenantId: db.tenantId,
        gatewayId,
        uid: state?.uid ?? `acct_sandbox${gatewayId}`,
        currencyCode,
        timeZone: state?.timeZone ?? tenant.timeZone,
        ...(state && {
          requirements: { ...state.requirements } satisfies Prisma.InputJsonObject,
          checkedAt: clock.now(),
        }),
      },
    ],
  })
}
