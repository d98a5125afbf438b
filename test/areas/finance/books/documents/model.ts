import type { BooksApi } from '#test/support/api/documents'

/** The lines of an entry as text, in a fixed order: account, class, contact, cents. */
type Entry = [document: string, isReversal: boolean, lines: string[]]

const cents = (amount: { toString(): string }): number => Math.round(Number(amount.toString()) * 100)

/** Sums of cents by account and class; debits and credits of one account apart. */
class Sums {
  readonly #sums = new Map<string, number>()

  add(account: string | number, classId: number | null, amount: number): this {
    if (amount === 0) return this
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

/**
 * What the journal must contain by the documents that are stored: the rules of the books, written a second time without
 * the product's code.
 */
export const expectedEntries = async ({ server, caller }: BooksApi): Promise<Entry[]> => {
  const { system } = server.database
  const where = { tenantId: caller.tenant.id }
  const roles = new Map<string, number>()
  for (const { id, systemRole } of await system.account.findMany({ where })) if (systemRole) roles.set(systemRole, id)
  const role = (name: string) => roles.get(name) ?? 0
  const entries: Entry[] = []
  const add = (document: string, contactId: number, voidedAt: Date | null, sums: Sums) => {
    entries.push([document, false, sums.lines(1, contactId)])
    if (voidedAt) entries.push([document, true, sums.lines(-1, contactId)])
  }
  for (const sign of [1, -1] as const) {
    const documents =
      sign === 1
        ? await system.invoice.findMany({ where, include: { lines: true } })
        : (await system.credit.findMany({ where, include: { lines: true } })).map((one) => ({ ...one, shipping: 0 }))
    for (const one of documents) {
      const sums = new Sums().add(role('receivable'), null, sign * cents(one.total))
      for (const line of one.lines) {
        sums.add(line.accountId, line.classId, -sign * cents(line.amount))
        sums.add(line.discountAccountId ?? 0, line.classId, sign * cents(line.discount))
        sums.add(role('sales-tax'), null, -sign * cents(line.tax))
      }
      sums.add(role('shipping-income'), null, -sign * cents(one.shipping))
      add(`${sign === 1 ? 'INV' : 'CR'}-${one.number}`, one.contactId, one.voidedAt, sums)
    }
  }
  for (const { number, amount, depositAccountId, contactId, voidedAt } of await system.payment.findMany({ where })) {
    const sums = new Sums().add(depositAccountId, null, cents(amount)).add(role('receivable'), null, -cents(amount))
    add(`PAY-${number}`, contactId, voidedAt, sums)
  }
  for (const { number, amount, accountId, contactId, voidedAt } of await system.refund.findMany({ where })) {
    const sums = new Sums().add(role('receivable'), null, cents(amount)).add(accountId, null, -cents(amount))
    add(`REF-${number}`, contactId, voidedAt, sums)
  }
  for (const one of await system.writeOff.findMany({ where, include: { lines: true } })) {
    const sums = new Sums()
      .add(role('receivable'), null, -cents(one.total))
      .add(role('sales-tax'), null, cents(one.tax))
    for (const line of one.lines) sums.add(role('bad-debt'), line.classId, cents(line.amount))
    add(`WO-${one.number}`, one.contactId, one.voidedAt, sums)
  }
  return sorted(entries)
}

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
