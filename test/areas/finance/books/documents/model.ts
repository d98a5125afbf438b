import type { InvoiceLine } from '#prisma/client'
import type { BooksApi } from '#test/support/finance/documents'

/** The lines of an entry as text, in a fixed order: account, class, contact, cents. */
type Entry = [document: string, isReversal: boolean, lines: string[]]

const cents = (amount: { toString(): string }): number => Math.round(Number(amount.toString()) * 100)

/** Sums of cents by account and class; debits and credits of one account apart. */
class Sums {
  readonly #sums = new Map<string, number>()

  /** @param isKept a line of 0 is posted too. */
  add(account: string | number, classId: number | null, amount: number, isKept = false): this {
    if (amount === 0 && !isKept) return this
    const key = `${account}/${classId ?? ''}/${amount > 0 ? 'debit' : 'credit'}`
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount)
    return this
  }

  lines(sign: 1 | -1, contactId: number): string[] {
    return [...this.#sums]
      .map(([key, sum]) => `${key.split('/').slice(0, 2).join('/')} ${contactId} ${sign * sum}`)
      .sort()
  }
}

type Add = (document: string, of: { contactId: number; voidedAt: Date | null }, sums: Sums) => void
type Role = (name: string) => number

interface Lined {
  contactId: number
  voidedAt: Date | null
  number: number
  total: { toString(): string }
  shipping: { toString(): string } | number
  lines: Pick<InvoiceLine, 'accountId' | 'classId' | 'amount' | 'discount' | 'discountAccountId' | 'tax'>[]
}

/** Invoices, and credits with the opposite sign. */
const addLined = (documents: readonly Lined[], prefix: string, sign: 1 | -1, role: Role, add: Add): void => {
  for (const one of documents) {
    const sums = new Sums().add(role('receivable'), null, sign * cents(one.total), true)
    for (const line of one.lines) {
      sums.add(line.accountId, line.classId, -sign * cents(line.amount))
      sums.add(line.discountAccountId ?? 0, line.classId, sign * cents(line.discount))
      sums.add(role('sales-tax'), null, -sign * cents(line.tax))
    }
    add(`${prefix}-${one.number}`, one, sums.add(role('shipping-income'), null, -sign * cents(one.shipping)))
  }
}

/**
 * What the journal must contain by the documents that are stored: the rules of the books, written a second time without
 * the product's code.
 */
export const expectedEntries = async ({ server, caller }: BooksApi): Promise<Entry[]> => {
  const { system } = server.database
  const where = { tenantId: caller.tenant.id }
  const accounts = await system.account.findMany({ where })
  const role: Role = (name) => accounts.find(({ systemRole }) => systemRole === name)?.id ?? 0
  const entries: Entry[] = []
  const add: Add = (document, { contactId, voidedAt }, sums) => {
    entries.push([document, false, sums.lines(1, contactId)])
    if (voidedAt) entries.push([document, true, sums.lines(-1, contactId)])
  }
  const include = { lines: true }
  addLined(await system.invoice.findMany({ where, include }), 'INV', 1, role, add)
  const credits = await system.credit.findMany({ where, include })
  const unshipped = credits.map((one): Lined => ({ ...one, shipping: 0 }))
  addLined(unshipped, 'CR', -1, role, add)
  for (const one of await system.payment.findMany({ where }))
    add(`PAY-${one.number}`, one, moved(one.depositAccountId, role('receivable'), cents(one.amount)))
  for (const one of await system.refund.findMany({ where }))
    add(`REF-${one.number}`, one, moved(role('receivable'), one.accountId, cents(one.amount)))
  for (const one of await system.writeOff.findMany({ where, include })) {
    const sums = moved(role('sales-tax'), role('receivable'), cents(one.tax))
    for (const line of one.lines) {
      sums.add(role('bad-debt'), line.classId, cents(line.amount))
      sums.add(role('receivable'), null, -cents(line.amount))
    }
    add(`WO-${one.number}`, one, sums)
  }
  return sorted(entries)
}

const moved = (debit: number, credit: number, amount: number): Sums =>
  new Sums().add(debit, null, amount).add(credit, null, -amount)

/** What the journal contains. */
export const storedEntries = async ({ server, caller }: BooksApi): Promise<Entry[]> => {
  const where = { tenantId: caller.tenant.id }
  const stored = await server.database.system.journalEntry.findMany({ where, include: { lines: true } })
  return sorted(
    stored.map(({ reference, reversesId, lines }) => [
      reference ?? '',
      reversesId !== null,
      lines
        .map(
          ({ accountId, classId, contactId, amount }) => `${accountId}/${classId ?? ''} ${contactId} ${cents(amount)}`,
        )
        .sort(),
    ]),
  )
}

const sorted = (entries: Entry[]): Entry[] => entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
