import type { SystemRole } from '../accounts/accounts.model.ts'

/** An account by its id, or the account that the books use for a purpose. */
export type AccountRef = number | SystemRole

/** A line of a journal entry. */
export interface PostingLine {
  account: AccountRef
  classId: number | null
  /** Positive: debit, negative: credit. */
  cents: number
}

/** The amounts of a document's line that are posted, in cents. */
export interface PostedLine {
  account: AccountRef
  classId: number | null
  amount: number
  discount: number
  discountAccount: AccountRef | null
  tax: number
}

const plain = (account: AccountRef, cents: number): PostingLine => ({ account, classId: null, cents })

/** Returns what a line earns, and its discount and tax, as an invoice posts them. */
const earnedBy = (line: PostedLine): PostingLine[] => [
  { account: line.account, classId: line.classId, cents: -line.amount },
  { account: line.discountAccount ?? 'discounts', classId: line.classId, cents: line.discount },
  plain('sales-tax', -line.tax),
]

/**
 * Returns the lines that post an invoice: they debit the receivables and the discounts, and credit the accounts of its
 * lines, the taxes and the shipping.
 */
export const postInvoice = (total: number, lines: readonly PostedLine[], shipping: number): PostingLine[] =>
  combine([plain('receivable', total), ...lines.flatMap(earnedBy), plain('shipping-income', -shipping)])

/** Returns the lines that post a credit: the opposite of an invoice. */
export const postCredit = (total: number, lines: readonly PostedLine[]): PostingLine[] =>
  combine([plain('receivable', -total), ...lines.flatMap(earnedBy).map((line) => ({ ...line, cents: -line.cents }))])

/** Returns the lines that post a payment: the money goes to an account, and the contact owes less. */
export const postPayment = (cents: number, depositAccount: AccountRef): PostingLine[] => [
  plain(depositAccount, cents),
  plain('receivable', -cents),
]

/** Returns the lines that post a refund: the money comes from an account, and the contact has less credit. */
export const postRefund = (cents: number, account: AccountRef): PostingLine[] => [
  plain('receivable', cents),
  plain(account, -cents),
]

/**
 * Returns the lines that post a write-off: the amount of each class is bad debt, its tax is not owed, and the contact
 * owes less.
 */
export const postWriteOff = (
  total: number,
  lines: readonly Pick<PostedLine, 'classId' | 'amount' | 'tax'>[],
): PostingLine[] =>
  combine([
    ...lines.map(({ classId, amount }): PostingLine => ({ account: 'bad-debt', classId, cents: amount })),
    ...lines.map(({ tax }) => plain('sales-tax', tax)),
    plain('receivable', -total),
  ])

/**
 * Adds up the lines of each account and class, in the order of their first line, and leaves out those that are 0, but not
 * that of the receivables: the statement of the contact shows documents over 0. Debits and credits of an account stay
 * apart, so that the journal shows both.
 */
const combine = (lines: readonly PostingLine[]): PostingLine[] => {
  const sums = new Map<string, PostingLine>()
  for (const line of lines) {
    const key = `${line.account}:${line.classId ?? ''}:${Math.sign(line.cents)}`
    const sum = sums.get(key)
    if (sum) sum.cents += line.cents
    else if (line.cents !== 0 || line.account === 'receivable') sums.set(key, { ...line })
  }
  return [...sums.values()]
}
