import { connect, type Socket } from 'node:net'
import { asFault } from './exchange.ts'
import { OutboundFault } from './outbound-fault.ts'

/** Connects to the first of the checked addresses that accepts a connection. @throws OutboundFault. */
export const connectTo = async (addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> => {
  let fault = new OutboundFault('unreachable')
  for (const address of addresses) {
    try {
      return await open(address, port, signal)
    } catch (error) {
      fault = asFault(error, signal)
      if (signal.aborted) break
    }
  }
  throw fault
}

const open = (host: string, port: number, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    // Protocols with small messages would wait for acknowledgements that the other side delays.
    const socket = connect({ host, port, noDelay: true })
    const settle = () => {
      signal.removeEventListener('abort', late)
      socket.off('error', fail).off('connect', opened)
    }
    const fail = (error: unknown) => {
      settle()
      socket.on('error', () => undefined).destroy()
      reject(error)
    }
    const late = () => fail(signal.reason)
    const opened = () => {
      settle()
      resolve(socket)
    }
    signal.addEventListener('abort', late, { once: true })
    socket.once('error', fail).once('connect', opened)
    if (signal.aborted) late()
  })
