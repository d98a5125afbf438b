import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { VirusScan } from './virus-scan.ts'

const CHUNK_BYTES = 65_536
const PORT = 3310
/** Without progress for this time, a scan fails. */
const IDLE_MS = 30_000
const MAX_REPLY = 4096

/**
 * Scans with the daemon of ClamAV by its command INSTREAM: chunks with their length in four bytes, and a length of 0 at
 * the end. The reply is `stream: OK`, `stream: <name> FOUND` or an error.
 *
 * @param url `clamd://host:port`, or `clamd:///path` of a socket.
 */
export const clamdScan = (url: string): VirusScan => {
  const { hostname, port, pathname } = new URL(url)
  const address =
    hostname === '' ? { path: decodeURIComponent(pathname) } : { host: bare(hostname), port: Number(port || PORT) }
  return {
    scan: async (path) => {
      const socket = connect(address).setTimeout(IDLE_MS, () => socket.destroy(new Error('The virus scan is too slow')))
      // The loss of the connection is an error of the wait below; without a listener it would end the process.
      socket.on('error', () => undefined)
      try {
        await once(socket, 'connect')
        const reply = readReply(socket)
        socket.write('zINSTREAM\0')
        await Promise.race([reply, pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), chunks(), socket)])
        return verdictOf(await reply)
      } finally {
        socket.destroy()
      }
    },
  }
}

/** Returns an IPv6 address without its brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const lengthOf = (bytes: number): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

const chunks = (): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done: TransformCallback) =>
      done(null, Buffer.concat([lengthOf(chunk.length), chunk])),
    flush: (done) => done(null, lengthOf(0)),
  })

const readReply = async (socket: Socket): Promise<string> => {
  let reply = ''
  for await (const part of socket) {
    reply += String(part)
    if (reply.includes('\0') || reply.length > MAX_REPLY) break
  }
  return reply.replace(/\0.*$/s, '').trim()
}

const verdictOf = (reply: string): string | null => {
  if (reply === 'stream: OK') return null
  const [, found] = /^stream: (.{1,200}) FOUND$/.exec(reply) ?? []
  if (found !== undefined) return found
  throw new Error(`The virus scan failed: ${reply.slice(0, 200) || 'the connection was closed'}`)
}
