import pg from 'pg'

/**
 * Opens a separate connection. If it is lost between two statements, the next statement reports that; without a listener
 * the error event would end the process with a stack trace.
 */
export const connect = async (config: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
