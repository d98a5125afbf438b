const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of an instant in a time zone (IANA name), YYYY-MM-DD. */
export const dayIn = (timeZone: string, instant: Date): string => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(instant)
}
