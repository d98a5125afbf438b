import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { type SentMessage, SentMessages } from './statements-sent.ts'

export type Loss = 'unsent' | 'unanswered' | 'reset' | `${number}${string}`

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
   * it, but its response is lost (`unanswered`); the network resets the connection (`reset`), or PostgreSQL terminates it
   * with an error (a SQLSTATE).
   */
  loseAt(statement: string, how: Loss): void
  /**
   * The same at one of the next statements of all connections: 1 is the next one.
   *
   * @returns whether that statement was sent.
   */
  loseAtNext(statement: number, how: Loss): () => boolean
  close(): Promise<void>
}

export const breakableDatabase = async (target: string): Promise<BreakableDatabase> => {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  let isHung = false
  let refusal: string | undefined
  let lost: LostStatement | undefined
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
    const messages = new SentMessages()
    client.on('data', (sent) => {
      for (const message of messages.add(sent)) {
        if (lost?.is(message)) {
          isLosing = true
          const { how } = lost
          lost = undefined
          if (how !== 'unanswered') return lose(client, upstream, how)
        }
        upstream.write(message.bytes)
      }
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
      lost = undefined
      isCut = false
      isHung = false
      for (const socket of open) socket.resume()
    },
    loseAt: (statement, how) => {
      const names = namesOf(statement)
      lost = { how, is: ({ bytes }) => names.some((name) => bytes.includes(name)) }
    },
    loseAtNext: (statement, how) => {
      let left = statement
      lost = { how, is: ({ isStatement }) => isStatement && --left === 0 }
      return () => left <= 0
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface LostStatement {
  how: Loss
  is: (message: SentMessage) => boolean
}

/** Ends the connection before a message arrives. What was sent before has arrived. */
const lose = (client: Socket, upstream: Socket, how: Loss): void => {
  upstream.end()
  if (how === 'unsent') client.destroy()
  else if (how === 'reset') client.resetAndDestroy()
  else client.end(fatal(how))
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
