import { connect, type Socket } from 'node:net'

/** The text received on a connection until the server ended it. */
export interface RawAnswer {
  text: string
}

export interface RawConnection {
  /** Writes. A broken connection is not an error here, because the test checks the response. */
  send(text: string): void
  /** Resolves when the server has ended the connection. */
  ended: Promise<RawAnswer>
  /** Resolves with all that has arrived as soon as a test accepts it. */
  until(accept: (text: string) => boolean): Promise<string>
  close(): void
}

/**
 * Opens a connection to 127.0.0.1 on which a test can send any text, valid or not.
 *
 * @param isDeaf whether it reads nothing.
 */
export const openSocket = async (port: number, isDeaf = false): Promise<RawConnection> => {
  const socket = connect({ host: '127.0.0.1', port })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (part) => {
    text += part
  })
  if (isDeaf) socket.pause()
  socket.on('error', () => undefined)
  const ended = new Promise<RawAnswer>((resolve) => {
    socket.once('close', () => resolve({ text }))
  })
  return {
    send: (part) => void socket.write(part),
    ended,
    until: (accept) => arrived(socket, () => text, accept),
    close: () => void socket.destroy(),
  }
}

const arrived = (socket: Socket, soFar: () => string, accept: (text: string) => boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (!accept(soFar())) return
      socket.off('data', check)
      resolve(soFar())
    }
    socket.on('data', check)
    socket.once('close', () => reject(new Error(`The connection ended after: ${soFar()}`)))
    check()
  })

/** Parses one response: status, headers (lower case) and JSON body. */
export const parseAnswer = (text: string) => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(':')
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()] as const
    }),
  )
  const body = rest.join('\r\n\r\n')
  return { status: Number(line.split(' ')[1]), headers, body, json: () => JSON.parse(body) as Record<string, unknown> }
}

/** Sends a text, and reads only after all of it was sent, as simple clients do. Returns the error of the connection. */
export const sendThenRead = (port: number, text: string): Promise<RawAnswer & { fault?: string }> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let received = ''
    let fault: string | undefined
    socket.setEncoding('utf8').pause()
    socket.on('error', ({ message }) => {
      fault = message
    })
    socket.on('close', () => resolve({ text: received, ...(fault !== undefined && { fault }) }))
    socket.write(text, () => {
      socket.on('data', (part) => {
        received += part
      })
      socket.resume()
    })
  })
