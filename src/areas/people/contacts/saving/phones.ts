import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { oneLine } from '#kernel/text/one-line'

export interface ReadPhone {
  /** As it was written, trimmed. */
  number: string
  /** Where it can be told. */
  e164: string | null
}

/** Digits with what people put between them, and letters for vanity numbers. */
const PHONE = /^[+(\d][\d\s().\-/–#*,;a-z]*$/i

/** Reads a telephone number by the habits of a country (ISO 3166-1 alpha-2); null where it is none. */
export const readPhone = (text: string, country: string | undefined): ReadPhone | null => {
  const number = oneLine(text)
  const digits = number.replace(/\D/g, '').length
  if (!PHONE.test(number) || digits < 3 || digits > 20 || number.length > 50) return null
  const parsed = parsePhoneNumberFromString(number, defaultCountry(country))
  return { number, e164: parsed?.isPossible() ? parsed.number : null }
}

const defaultCountry = (code: string | undefined): CountryCode | undefined =>
  code !== undefined && isSupportedCountry(code) ? code : undefined
