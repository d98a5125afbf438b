import type { AccountType } from '#areas/finance/books/accounts/accounts.queries'

const WORDS: Record<AccountType, string> = {
  Bank: 'Bank',
  AccountsReceivable: 'Accounts receivable',
  Asset: 'Asset',
  Liability: 'Liability',
  Equity: 'Equity',
  Income: 'Income',
  Expense: 'Expense',
}

/** Returns the name of a choice of the ledger: that of an account ends with its type in parentheses. */
export const nameOfChoice = (name: string, type: AccountType | null | undefined): string =>
  type ? `${name} (${WORDS[type]})` : name

/** A bank account can be any asset in the other chart of accounts. */
const FITTING: Partial<Record<AccountType, readonly AccountType[]>> = {
  Bank: ['Bank', 'Asset'],
  Asset: ['Asset', 'Bank'],
}

/** Returns the types of an account of the ledger that fit an account of the books. */
export const listFittingTypes = (type: AccountType): readonly AccountType[] => FITTING[type] ?? [type]
