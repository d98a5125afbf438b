import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { BankAccountState } from '../payment-processor.port.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'
import { type GatewayAccount, getAccount } from './accounts.queries.ts'

/** A bank account with its connected account. */
export interface AccountBank {
  accountUid: string
  bank: BankAccountState
  isDeleted: boolean
}

/** A bank account with what the caller can do with it. */
export interface ListedBank extends AccountBank {
  actions: string[]
}

/** Lists the bank accounts of an account as the processor has them: defaults first. @throws 404, 503. */
export const listBankAccounts = async (
  scope: Scope,
  tools: ProcessorTools,
  accountUid: string,
): Promise<ListedBank[]> => {
  const account = await getAccount(scope, accountUid)
  const banks = await callProcessor(scope, tools, account, 'bank account', (processor) =>
    processor.listBankAccounts(account.uid),
  )
  const canChange = hasGrant(scope, 'payment-processor:write')
  return banks
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map((bank) => ({ accountUid, bank, isDeleted: false, actions: canChange ? actionsOf(bank, banks) : [] }))
}

const actionsOf = (bank: BankAccountState, all: readonly BankAccountState[]): string[] => [
  ...(bank.isDefault || !bank.isVerified ? [] : ['makeDefault']),
  ...(isNeeded(bank, all) || bank.hasPendingPayout ? [] : ['delete']),
]

/** Returns whether a bank account is the default of its currency, and the account has others of that currency. */
const isNeeded = (bank: BankAccountState, all: readonly BankAccountState[]): boolean =>
  bank.isDefault && all.some(({ uid, currencyCode }) => uid !== bank.uid && currencyCode === bank.currencyCode)

const needed = (detail: string) => conflict('bank-account-needed', detail)

/**
 * Removes a bank account at the processor, and returns it as it was.
 *
 * @throws 404; 409 bank-account-needed; 422 processor-refused; 503.
 */
export const deleteBankAccount = async (
  scope: Scope,
  tools: ProcessorTools,
  accountUid: string,
  bankUid: string,
): Promise<AccountBank> => {
  const account = await getAccount(scope, accountUid)
  const { bank, all } = await readBank(scope, tools, account, bankUid)
  if (isNeeded(bank, all)) {
    throw needed('The bank account is the default of its currency. Make another one the default first.')
  }
  if (bank.hasPendingPayout) throw needed('A transfer to the bank account is under way. Wait until it has arrived.')
  await callProcessor(scope, tools, account, 'bank account', (processor) =>
    processor.removeBankAccount(accountUid, bankUid),
  )
  return { accountUid, bank, isDeleted: true }
}

/**
 * Makes a bank account the default of its currency, or confirms that it is not.
 *
 * @throws 404; 409 bank-account-needed; 422 bank-account-unverified, processor-refused; 503.
 */
export const setDefaultBankAccount = async (
  scope: Scope,
  tools: ProcessorTools,
  { accountUid, bankUid, isDefault }: { accountUid: string; bankUid: string; isDefault: boolean },
): Promise<AccountBank> => {
  const account = await getAccount(scope, accountUid)
  const { bank } = await readBank(scope, tools, account, bankUid)
  if (bank.isDefault === isDefault) return { accountUid, bank, isDeleted: false }
  if (!isDefault) throw needed('Each currency has a default bank account. Make another one the default instead.')
  if (!bank.isVerified) {
    throw ruleRefused('bank-account-unverified', 'The processor has not verified the bank account.')
  }
  const changed = await callProcessor(scope, tools, account, 'bank account', (processor) =>
    processor.makeBankAccountDefault(accountUid, bankUid),
  )
  return { accountUid, bank: changed, isDeleted: false }
}

const readBank = async (scope: Scope, tools: ProcessorTools, account: GatewayAccount, uid: string) => {
  const banks = await callProcessor(scope, tools, account, 'bank account', (processor) =>
    processor.listBankAccounts(account.uid),
  )
  const bank = banks.find((one) => one.uid === uid)
  if (!bank) throw notFound('bank account')
  return { bank, all: banks }
}
