/** How a time is shown to a person: to the minute, or its day. */
export type TimeStyle = 'minute' | 'day'

const OPTIONS: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short', year: 'numeric' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Shows an instant in a time zone: "27 Nov 2026, 08:31". */
export const timeText = (at: Date, style: TimeStyle, timeZone: string): string => formatOf(style, timeZone).format(at)

/** Returns a format, which is kept: making it takes 30 times as long as using it. */
const formatOf = (style: TimeStyle, timeZone: string): Intl.DateTimeFormat => {
  const key = `${style} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', { ...OPTIONS[style], timeZone })
  formats.set(key, made)
  return made
}
