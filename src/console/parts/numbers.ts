const WHOLE = new Intl.NumberFormat('en-US')

/** Shows a whole number: "1,234". */
export const count = (value: number): string => WHOLE.format(value)

/** Shows a number of things: "1 mail", "1,234 mails". */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** Shows a duration in milliseconds: "340 ms", "2.5 s". */
export const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

/** Shows an amount of money in the currency of the organization. */
export const money = (value: number, currency: string, digits: 0 | 2 = 2): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
