import type { LightMyRequestResponse } from 'fastify'

interface Reader {
  get(url: string): Promise<LightMyRequestResponse>
}

/**
 * Reads the change feed of contacts. It contains a change from the next millisecond on, and the request of a test can be
 * faster than that.
 */
export const readFeed = async (reader: Reader, since: string, top = 1000): Promise<LightMyRequestResponse> => {
  const now = Date.now()
  while (Date.now() === now) await new Promise(setImmediate)
  return reader.get(`/api/contacts/delta?modifiedSince=${encodeURIComponent(since)}&top=${top}`)
}
