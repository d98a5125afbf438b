/**
 * Returns whether the header (RFC 9110, section 12.5.1) contains the type with at least the weight of JSON. Wildcards
 * mean JSON.
 */
export const prefers = (accept: string | undefined, mediaType: string): boolean => {
  const weight = (wanted: string): number => {
    const range = accept
      ?.toLowerCase()
      .split(',')
      .find((part) => part.split(';')[0]?.trim() === wanted)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  }
  const own = weight(mediaType)
  const json = weight('application/json')
  return own > 0 && own >= json
}
