import { startTemporary } from '#src/installation/embedded/temporary'

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

/** Runs `work` with the connection string of a server for scratch databases: TEST_DATABASE_URL, or a temporary one. */
export async function withScratchServer<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return work(given)
  const server = await startTemporary(quiet)
  try {
    return await work(server.url('postgres'))
  } finally {
    await server.stop()
  }
}
