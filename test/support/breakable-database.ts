import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

/** A proxy to a PostgreSQL server that a test can cut and restore, as when the server is restarted. */
export interface BreakableDatabase {
  /** The connection string of the proxy. */
  readonly url: string
  /** Ends every connection, and rejects new ones until restore(). */
  cut(): void
  restore(): void
  close(): Promise<void>
}

export const breakableDatabase = async (target: string): Promise<BreakableDatabase> => {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (isCut) {
      client.resetAndDestroy()
      return
    }
    const upstream = dial({ host: hostname, port: Number(port) })
    keep(upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    restore: () => {
      isCut = false
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
