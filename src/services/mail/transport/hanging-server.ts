/**
 * After a timeout of the mail server, sends only one mail at a time until the server responds again. The others fail
 * immediately and are retried after their pauses, rather than each waiting as long.
 */
export const forServerThatMayHang = (ranOutOfTime: (error: unknown) => boolean) => {
  let hangs = false
  let underWay = 0
  return async (send: () => Promise<void>): Promise<void> => {
    if (hangs && underWay > 0) throw new Error('The mail server recently did not respond in time.')
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
