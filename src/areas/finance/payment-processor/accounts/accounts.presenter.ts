import type { BankAccount, JsonResult, PayprocTest } from '#contract/finance/payment-processor'
import type { AccountTest } from './accounts.service.ts'
import type { AccountBank, ListedBank } from './bank-accounts.service.ts'

export const presentBankAccount = ({ accountUid, bank, isDeleted }: AccountBank): JsonResult => ({
  Content: {
    AccountId: accountUid,
    BankAccountId: bank.uid,
    BankName: bank.bankName,
    LastFour: bank.lastFour,
    CurrencyCode: bank.currencyCode,
    IsDefaultForCurrency: bank.isDefault,
    IsDeleted: isDeleted,
  },
  SerializerSettings: null,
  Encoding: 'utf-8',
  Request: null,
})

export const presentListedBank = ({ accountUid, bank, actions }: ListedBank): BankAccount => ({
  AccountId: accountUid,
  BankAccountId: bank.uid,
  BankName: bank.bankName,
  LastFour: bank.lastFour,
  CurrencyCode: bank.currencyCode,
  IsDefaultForCurrency: bank.isDefault,
  IsVerified: bank.isVerified,
  HasPendingTransfer: bank.hasPendingPayout,
  Actions: actions as BankAccount['Actions'],
})

export const presentTest = (test: AccountTest): PayprocTest => ({
  AccountId: test.accountUid,
  IsReachable: test.isReachable,
  IsTestMode: test.isTestMode,
  ChargesEnabled: test.chargesEnabled,
  PayoutsEnabled: test.payoutsEnabled,
  Milliseconds: test.milliseconds,
  Message: test.message,
})
