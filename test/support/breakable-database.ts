import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

export type Loss = 'unsent' | 'unanswered' | `${number}${string}`

/** A proxy to a PostgreSQL server that a test can cut and restore, as when the server is restarted. */
export interface BreakableDatabase {
  /** The connection string of the proxy. */
  readonly url: string
  /**
   * Ends every connection, and rejects new ones until restore().
   *
   * @param code the SQLSTATE with which new ones are rejected, as by a server that starts; otherwise they are reset.
   */
  cut(code?: string): void
  restore(): void
  /** Forwards nothing in either direction until restore(), as when the server or its disk hangs. */
  hang(): void
  /**
   * Ends the connection on which a statement is sent next, once. PostgreSQL does not get the statement (`unsent`), runs
   * it, but its response is lost (`unanswered`), or terminates the connection with an error (a SQLSTATE).
   */
  loseAt(statement: string, how: Loss): void
  close(): Promise<void>
}

export const breakableDatabase = async (target: string): Promise<BreakableDatabase> => {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  let isHung = false
  let refusal: string | undefined
  let lost: { statement: string; how: Loss } | undefined
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (isCut) {
      const code = refusal
      if (code === undefined) client.resetAndDestroy()
      else client.once('data', () => client.end(fatal(code)))
      return
    }
    const upstream = dial({ host: hostname, port: Number(port) })
    keep(upstream)
    let isLosing = false
    client.on('data', (sent) => {
      if (lost && namesOf(lost.statement).some((name) => sent.includes(name))) {
        isLosing = true
        const { how } = lost
        lost = undefined
        if (how === 'unsent') return void client.destroy()
        if (how !== 'unanswered') {
          client.end(fatal(how))
          return void upstream.destroy()
        }
      }
      upstream.write(sent)
    })
    if (isHung) client.pause()
    upstream.on('data', (received) => (isLosing ? client.destroy() : client.write(received)))
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = (code?: string) => {
    refusal = code
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    hang: () => {
      isHung = true
      for (const socket of open) socket.pause()
    },
    restore: () => {
      isCut = false
      isHung = false
      for (const socket of open) socket.resume()
    },
    loseAt: (statement, how) => {
      lost = { statement, how }
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The message with which PostgreSQL ends a connection. */
const fatal = (code: string): Buffer => {
  const fields = `SFATAL\0VFATAL\0C${code}\0Mthe connection to db.internal:5432 ends\0\0`
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
}

/** A statement is sent as text, or by its name if it is prepared (StatementNames). */
const namesOf = (statement: string): string[] => [
  statement,
  createHash('sha1').update(statement).digest('hex').slice(0, 20),
]
