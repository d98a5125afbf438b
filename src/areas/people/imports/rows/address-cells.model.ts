import type { Field } from '../columns/fields.model.ts'

/** An address in one cell, by its fields. */
export type AddressParts = Partial<
  Record<Extract<Field, 'Address1' | 'Address2' | 'City' | 'StateProvince' | 'PostalCode' | 'Country'>, string>
>

/** Returns the lines of a cell that are not blank. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Splits the lines of a cell into the two lines of an address. */
export const splitLines = (text: string): AddressParts => {
  const [first, ...others] = linesOf(text)
  return { ...(first !== undefined && { Address1: first }), ...(others.length > 0 && { Address2: others.join(', ') }) }
}

/** Splits an address of Mailchimp, whose parts are separated by two spaces: lines, city, state, postal code, country. */
export const splitMailchimp = (text: string): AddressParts => {
  const parts = text
    .split(/\s{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 4) return { Address1: text.replace(/\s{2,}/g, ' ') }
  const country = /\d/.test(parts.at(-1) ?? '') ? undefined : parts.pop()
  const postalCode = parts.pop()
  const state = parts.pop()
  const city = parts.pop()
  const lines = splitLines(parts.join('\n'))
  return {
    ...lines,
    ...(city !== undefined && { City: city }),
    ...(state !== undefined && { StateProvince: state }),
    ...(postalCode !== undefined && { PostalCode: postalCode }),
    ...(country !== undefined && { Country: country }),
  }
}
