/** Digits with single spaces or hyphens between them. */
const DIGIT_GROUPS = /\d+(?:[ -]\d+)*/g

/** How the numbers of the large card networks begin, and how long they are. */
const NETWORKS =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17})$/

const MAX_DIGITS = 19

/** Returns whether a text contains a card number: digits of a card network with a valid check digit, also in groups. */
export const containsCardNumber = (text: string): boolean =>
  [...text.matchAll(DIGIT_GROUPS)].some(([run]) => {
    const groups = run.split(/[ -]/)
    return groups.some((_group, first) => hasCardNumberFrom(groups, first))
  })

/** Returns whether some groups from the one at `first` are a card number together. */
const hasCardNumberFrom = (groups: readonly string[], first: number): boolean => {
  let digits = ''
  for (let at = first; at < groups.length && digits.length < MAX_DIGITS; at++) {
    digits += groups[at] ?? ''
    if (NETWORKS.test(digits) && hasCheckDigit(digits)) return true
  }
  return false
}

/** Verifies the check digit by Luhn (ISO/IEC 7812). */
const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
