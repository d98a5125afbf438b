/** What decides whether a file that was bought can be downloaded. */
export interface DownloadRight {
  isPaid: boolean
  count: number
  maxCount: number | null
  /** The last day; null: no end. */
  expiresOn: string | null
  needsMembership: boolean
  isMember: boolean
}

/** Returns why a file cannot be downloaded; undefined if it can. */
export const reasonEnded = (right: DownloadRight, today: string): string | undefined => {
  const { isPaid, count, maxCount, expiresOn, needsMembership, isMember } = right
  if (!isPaid) return 'The order is not paid, or was refunded.'
  if (expiresOn !== null && today > expiresOn) return `The time for the download ended on ${expiresOn}.`
  if (maxCount !== null && count >= maxCount) return `The file was downloaded ${count} times, which is the limit.`
  if (needsMembership && !isMember) return 'The file is for members, and the buyer has no active membership.'
  return undefined
}
