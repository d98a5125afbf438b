import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { EmbeddedDatabaseError } from './embedded-error.ts'
import type { Home } from './home.ts'
import { replaceFile } from './private-file.ts'

/** Below the range that operating systems give to outgoing connections, so that a remembered port stays free. */
const first = 15432
const last = 15999

/** The port to listen on: the one asked for, else the remembered one if free, else the first free one. */
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
    'Free one, or name a port for the embedded database.',
  )
}

/** Keeps the port for the next start. */
export function rememberPort(home: Home, port: number): void {
  if (readOr(home.port, '').trim() !== String(port)) replaceFile(home, home.port, `${port}\n`)
}

async function requireFree(port: number): Promise<number> {
  if (await isFree(port)) return port
  throw new EmbeddedDatabaseError(
    `Port ${port} of 127.0.0.1, asked for the embedded database, is taken by another program.`,
    'Stop that program, name another port, or name none: then a free one is found and remembered.',
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
