/**
 * Of the mails to a server that hangs one alone is tried at a time, once one has run out of time, until the server answers
 * again. The others fail at once and come back by the pauses between their tries, rather than wait as long each.
 */
export const forServerThatMayHang = (ranOutOfTime: (error: unknown) => boolean) => {
  let hangs = false
  let underWay = 0
  return async (send: () => Promise<void>): Promise<void> => {
    if (hangs && underWay > 0) throw new Error('The mail server did not answer in time a moment ago.')
    underWay++
    try {
      await send()
      hangs = false
    } catch (error) {
      hangs = ranOutOfTime(error)
      throw error
    } finally {
      underWay--
    }
  }
}
