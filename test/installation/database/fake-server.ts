import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Server, type Socket } from 'node:net'

/** A server at a port of its own, for what a real PostgreSQL does not do. */
export interface FakeServer {
  url: string
  close(): Promise<void>
}

const serve = async (target: string, onConnection: (socket: Socket) => void): Promise<FakeServer> => {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy()
      server.close(() => resolve())
    })
  return { url: url.href, close }
}

/** Accepts connections and never sends a byte. */
export const muteServer = (target: string): Promise<FakeServer> => serve(target, () => undefined)

/** Ends each connection at its first byte, as a server of another protocol does. */
export const otherServer = (target: string): Promise<FakeServer> =>
  serve(target, (socket) => void socket.once('data', () => socket.end()))

/** Rejects start-up options in the words of PgBouncer 1.18. */
export const poolerThatRejects = (target: string): Promise<FakeServer> =>
  serve(target, (socket) => void socket.once('data', () => socket.end(errorResponse())))

const errorResponse = (): Buffer => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0')
  const body = Buffer.from(`${fields}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Drops start-up options, as PgBouncer does with `ignore_startup_parameters = options`. */
export const poolerThatDrops = (target: string): Promise<FakeServer> => {
  const { hostname, port } = new URL(target)
  return serve(target, (socket) => {
    const upstream = dial({ host: hostname, port: Number(port) })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
    socket.once('data', (first) => {
      upstream.write(withoutOptions(first as Buffer))
      socket.pipe(upstream)
      upstream.pipe(socket)
    })
  })
}

/** The start-up packet: length, version, and pairs of texts that end with a zero. */
const withoutOptions = (packet: Buffer): Buffer => {
  const texts = packet.subarray(8, -1).toString('utf8').split('\0').slice(0, -1)
  const kept = texts.filter((_text, at) => texts[at - (at % 2)] !== 'options')
  const body = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8, 0)
  packet.copy(head, 4, 4, 8)
  return Buffer.concat([head, body])
}
