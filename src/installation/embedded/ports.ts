import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { EmbeddedDatabaseError } from './embedded-error.ts'
import type { Home } from './home.ts'
import { replaceFile } from './private-file.ts'

/** Below the range of operating systems for outgoing connections, so that a stored port stays free. */
const first = 15432
const last = 15999

/** The port to listen on: the configured one, else the stored one if it is free, else the first free one. */
export async function choosePort(home: Home, asked: number | undefined, taken: Set<number>): Promise<number> {
  if (asked !== undefined) return requireFree(asked)
  const remembered = Number(readOr(home.port, ''))
  if (remembered > 0 && !taken.has(remembered) && (await isFree(remembered))) return remembered
  const start = first + Math.floor(Math.random() * 16)
  for (let port = start; port <= last; port++) {
    if (!taken.has(port) && (await isFree(port))) return port
  }
  throw new EmbeddedDatabaseError(
    `No port of 127.0.0.1 between ${first} and ${last} is free.`,
    'Free one, or configure a port for the embedded database.',
  )
}

/** Stores the port for the next start. */
export function rememberPort(home: Home, port: number): void {
  if (readOr(home.port, '').trim() !== String(port)) replaceFile(home, home.port, `${port}\n`)
}

async function requireFree(port: number): Promise<number> {
  if (await isFree(port)) return port
  throw new EmbeddedDatabaseError(
    `Another program uses port ${port} of 127.0.0.1, which is configured for the embedded database.`,
    'Stop that program, configure another port, or configure none: then a free one is chosen.',
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}
