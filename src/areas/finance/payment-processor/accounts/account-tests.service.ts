import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { ProcessorFault } from '../payment-processor.port.ts'
import { type ProcessorTools, processorOf } from '../processors.service.ts'
import { getAccount, listAccounts } from './accounts.queries.ts'

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
    const processor = await processorOf(scope, tools, account)
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
