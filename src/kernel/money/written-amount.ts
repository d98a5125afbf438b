/** By currency; '' without one. To make one costs more than to write a row of a document. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string): Intl.NumberFormat => {
  const known = formats.get(currency)
  if (known) return known
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const made = new Intl.NumberFormat('en-US', currency === '' ? digits : { ...digits, style: 'currency', currency })
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(currency, made)
  return made
}
const MAX_FORMATS = 50

/** Returns an amount in words for people, with two decimals: `$1,234.50`. Without a currency only the number. */
export const writtenAmount = (amount: number, currency = ''): string =>
  formatOf(currency).format(amount).replace('-', '\u2212')
