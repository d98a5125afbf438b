import { createServer, type Server, type Socket } from 'node:net'

/** A stand-in for the daemon of ClamAV on loopback. It reads the command INSTREAM as the protocol defines it. */
export interface Clamd {
  url: string
  /** What it has received. */
  scanned: Buffer[]
  close(): Promise<void>
}

/** @param reply to the bytes of a file; null never replies. Chunks of more than `limit` bytes in all are refused. */
export const openClamd = async (reply: (bytes: Buffer) => string | null): Promise<Clamd> => {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      const bytes = streamIn(received)
      if (!bytes) return
      scanned.push(bytes)
      const text = reply(bytes)
      if (text !== null) socket.end(`${text}\0`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `clamd://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    scanned,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const COMMAND = 'zINSTREAM\0'

/** The bytes of a complete stream; undefined before its end. @throws if the client does not keep to the protocol. */
const streamIn = (received: Buffer): Buffer | undefined => {
  if (received.length < COMMAND.length) return undefined
  if (received.subarray(0, COMMAND.length).toString() !== COMMAND) throw new Error('not the command INSTREAM')
  const parts: Buffer[] = []
  for (let at = COMMAND.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(parts)
    parts.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
