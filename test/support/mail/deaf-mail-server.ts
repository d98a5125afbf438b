import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** `silent`: accepts connections and sends nothing. `midway`: sends its greeting, and nothing after the first command. */
export type Deafness = 'silent' | 'midway' | 'resetting' | 'absent'

export interface DeafMailServer {
  /** `smtp://127.0.0.1:<port>`. */
  readonly url: string
  /** The number of its connections so far, and of those that are open. */
  readonly made: () => number
  readonly open: () => number
  close(): Promise<void>
}

/** Starts a mail server on 127.0.0.1 that accepts no mail. */
export const startDeafMailServer = async (deafness: Deafness): Promise<DeafMailServer> => {
  const sockets = new Set<Socket>()
  let made = 0
  const server = createServer((socket) => {
    made++
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (deafness === 'resetting') socket.resetAndDestroy()
    if (deafness === 'midway') socket.write('220 mail.example ESMTP\r\n')
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve()
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  if (deafness === 'absent') await close()
  return { url: `smtp://127.0.0.1:${port}`, made: () => made, open: () => sockets.size, close }
}
