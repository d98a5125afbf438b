const WHOLE = new Intl.NumberFormat('en-US')

/** Shows a whole number: "1,234". */
export const count = (value: number): string => WHOLE.format(value)

/** Shows a number of things: "1 mail", "1,234 mails". */
export const countOf = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** Shows a duration in milliseconds: "340 ms", "2.5 s". */
export const duration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
