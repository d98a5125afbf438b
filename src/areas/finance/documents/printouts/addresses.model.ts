/** The parts of a postal address; empty ones are null. */
export interface PostalAddress {
  lines: readonly (string | null | undefined)[]
  city: string | null | undefined
  state: string | null | undefined
  postalCode: string | null | undefined
  /** Null within the country of the sender. */
  country: string | null | undefined
}

/** Writes an address as lines of text; null if it is empty. With a state the postal code follows the city, else it precedes. */
export const writeAddress = ({ lines, city, state, postalCode, country }: PostalAddress): string | null => {
  const cityLine = state
    ? [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
    : [postalCode, city].filter(Boolean).join(' ')
  const written = [...lines, cityLine, country].map((line) => line?.trim()).filter(Boolean)
  return written.length === 0 ? null : written.join('\n')
}
