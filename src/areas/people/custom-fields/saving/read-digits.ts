/** Digits as a number, null for none or 0; what is not sent stays. */
export const readDigits = (sent: string | null | undefined, kept: number | null | undefined): number | null =>
  sent === undefined ? (kept ?? null) : Number(sent) || null
