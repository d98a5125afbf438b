import { exactShareOf } from '#kernel/money/cents'

/** The amounts of a line in cents: what is owed for it is `amount - discount` and all taxes. */
export interface LineCents {
  amount: number
  discount: number
  taxes: readonly number[]
}

/**
 * Returns the first cents of a line: they are divided among net price and taxes so that each further cent adds to one
 * of them.
 */
const firstOf = ({ amount, discount, taxes }: LineCents, cents: number): LineCents => {
  const tax = sumOf(taxes)
  const total = amount - discount + tax
  const taxed = total === 0 ? 0 : exactShareOf(cents, tax, total)
  const off = total === 0 ? 0 : exactShareOf(discount, cents, total)
  return { amount: cents - taxed + off, discount: off, taxes: divide(taxes, taxed) }
}

const divide = (taxes: readonly number[], cents: number): number[] => {
  const [first, ...others] = taxes
  if (first === undefined) return []
  const whole = sumOf(taxes)
  const share = whole === 0 ? 0 : exactShareOf(cents, first, whole)
  return [share, ...divide(others, cents - share)]
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0)

/**
 * Returns the amounts of the cents of a line after `before` up to `now`: together exactly those cents, none negative. The
 * parts of all cents are exactly the amounts of the line.
 */
export const partOfLine = (line: LineCents, before: number, now: number): LineCents => {
  const start = firstOf(line, before)
  const end = firstOf(line, now)
  return {
    amount: end.amount - start.amount,
    discount: end.discount - start.discount,
    taxes: end.taxes.map((tax, at) => tax - (start.taxes[at] ?? 0)),
  }
}
