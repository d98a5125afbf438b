/** The number of digits of postal codes, of countries where a code can begin with zero and has digits only. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...['DE', 'EE', 'ES', 'FI', 'FR', 'IT', 'KR', 'LK', 'LT', 'MX', 'MY', 'PE', 'PR', 'TR', 'UA', 'US', 'VA'].map(
    (alpha2) => [alpha2, 5] as const,
  ),
  ['AU', 4],
  ['NO', 4],
  ['CN', 6],
  ['RO', 6],
  ['SG', 6],
])

/** Leading zeros that a code can have. */
const MAX_ZEROS = 2

/**
 * Returns a postal code of a workbook with the leading zeros that its cell has lost, because Excel stores a number: 1067 for
 * Dresden is 01067.
 *
 * @param alpha2 of the country of the address
 */
export const completePostalCode = (text: string, alpha2: string | undefined): string => {
  const digits = DIGITS.get(alpha2 ?? '') ?? 0
  return /^[1-9]\d*$/.test(text) && text.length < digits && digits - text.length <= MAX_ZEROS
    ? text.padStart(digits, '0')
    : text
}
