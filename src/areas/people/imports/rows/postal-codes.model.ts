/**
 * The countries whose postal codes have digits only, of one length, and can begin with zeros: the number of digits, and the most zeros
 * at the start.
 */
const FORMS: ReadonlyMap<string, readonly [digits: number, zeros: number]> = new Map(
  (
    [
      [3, 2, 'GN'],
      [4, 3, 'AM NO ZA'],
      [4, 1, 'AU DK GE NZ PA PH'],
      [5, 3, 'IT PL'],
      [5, 2, 'EE FI KE LK LT PR US VA VI'],
      [5, 1, 'DE DZ ES FR GT KR LA MV MX MY PE TR UA'],
      [6, 1, 'CN CO EC KZ RO SG'],
      [7, 2, 'JP'],
      [8, 1, 'BR'],
    ] as const
  ).flatMap(([digits, zeros, countries]) => countries.split(' ').map((alpha2) => [alpha2, [digits, zeros]] as const)),
)

/**
 * Returns a postal code with the leading zeros that a spreadsheet has removed, because it stores a number: 1067 for Dresden is
 * 01067. A file of text that a spreadsheet has saved lacks them too.
 *
 * @param alpha2 of the country of the address
 */
export const completePostalCode = (text: string, alpha2: string | undefined): string => {
  const [digits = 0, zeros = 0] = FORMS.get(alpha2 ?? '') ?? []
  const isShort = /^[1-9]\d*$/.test(text) && text.length < digits && digits - text.length <= zeros
  if (!isShort) return text
  const code = text.padStart(digits, '0')
  return alpha2 === 'PL' ? `${code.slice(0, 2)}-${code.slice(2)}` : code
}
