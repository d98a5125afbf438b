import { Problem, ruleRefused } from '#kernel/errors/problem'
import { isTenantCurrency } from '#kernel/money/currencies'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { PaymentGateway, Prisma, ProcessorAccount } from '#prisma/client'
import { type AccountState, ProcessorFault } from '../payment-processor.port.ts'
import { callProcessor, openProcessor, type ProcessorTools } from '../processors.service.ts'
import { getAccount, listAccounts } from './accounts.queries.ts'

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

type Currencies = [tenant: Pick<Scope['tenant'], 'currencyCode'>, account: Pick<ProcessorAccount, 'currencyCode'>]

/**
 * Returns whether an account can be charged: in the currency of the tenant, in which the books are, and in hundredths,
 * in which amounts are sent to the processor.
 */
export const hasFittingCurrency = (...[tenant, account]: Currencies): boolean =>
  isTenantCurrency(tenant.currencyCode) && account.currencyCode === tenant.currencyCode

/**
 * Requires that an account can be charged.
 *
 * @param pointer the field that names the account or its gateway.
 * @throws 422 wrong-currency.
 */
export const requireFittingCurrency = (pointer: string, ...[tenant, account]: Currencies): void => {
  if (hasFittingCurrency(tenant, account)) return
  const own = tenant.currencyCode
  const detail = isTenantCurrency(own)
    ? `The account of the payment gateway has the currency ${account.currencyCode}, and the tenant has ${own}.`
    : `The tenant has the currency ${own}, which does not have two decimals, so nothing can be charged in it.`
  throw ruleRefused('wrong-currency', detail, [
    { pointer, message: isTenantCurrency(own) ? `must have an account in ${own}` : 'cannot be charged by this tenant' },
  ])
}

/** What a test of the processor found. */
export interface AccountTest {
  accountUid: string | null
  isReachable: boolean
  isTestMode: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  milliseconds: number
  message: string | null
}

const NOTHING: AccountTest = {
  accountUid: null,
  isReachable: false,
  isTestMode: true,
  chargesEnabled: false,
  payoutsEnabled: false,
  milliseconds: 0,
  message: 'The tenant has no payment gateway with an account.',
}

/**
 * Asks the processor for an account, without changing anything. A processor that does not respond is a result.
 *
 * @param uid the first account if empty. @throws 404.
 */
export const testAccount = async (scope: Scope, tools: ProcessorTools, uid: string): Promise<AccountTest> => {
  const account = uid === '' ? (await listAccounts(scope))[0] : await getAccount(scope, uid)
  if (!account) return NOTHING
  const begin = performance.now()
  let isTestMode = account.gateway.kind === 'Sandbox'
  try {
    const processor = await openProcessor(scope, tools, account)
    isTestMode = processor.isTestMode
    const { chargesEnabled, payoutsEnabled } = await processor.getAccount(account.uid)
    const reached = { isReachable: true, isTestMode, chargesEnabled, payoutsEnabled }
    return { ...NOTHING, accountUid: account.uid, ...reached, milliseconds: since(begin), message: null }
  } catch (error) {
    if (!(error instanceof ProcessorFault) && !(error instanceof Problem)) throw error
    const found = { accountUid: account.uid, isTestMode, milliseconds: since(begin), message: error.message }
    return { ...NOTHING, ...found, isReachable: error instanceof ProcessorFault && error.kind !== 'unavailable' }
  }
}

const since = (begin: number): number => Math.round(performance.now() - begin)
