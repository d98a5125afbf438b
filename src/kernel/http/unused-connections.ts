import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/** Milliseconds in which a request that is already on its way still arrives. */
const ARRIVAL_MS = 100

/**
 * Closes the connections that have sent nothing when the server closes. Browsers open some in advance. For Node they are
 * not idle, so that the end would wait for the time limit of their headers.
 */
export const unusedConnections = fp(async (app) => {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, ARRIVAL_MS)
  })
})
