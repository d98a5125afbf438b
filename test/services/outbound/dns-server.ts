import { createSocket } from 'node:dgram'

const A = 1
const AAAA = 28

export interface DnsServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string
  /** Returns the number of queries received. */
  queries(): number
  close(): void
}

/**
 * Starts a minimal name server on loopback.
 * @param records addresses by name: IPv4 as four bytes, IPv6 as sixteen. It never responds to a query for another name.
 */
export const startDnsServer = async (records: Record<string, number[][]>): Promise<DnsServer> => {
  const socket = createSocket('udp4')
  let queries = 0
  socket.on('message', (query, { port, address }) => {
    queries++
    const { name, end } = readName(query)
    const known = records[name]
    if (!known) return
    const type = query.readUInt16BE(end)
    const found = known.filter(({ length }) => (type === A && length === 4) || (type === AAAA && length === 16))
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(found.length, 6)
    head.writeUInt16BE(0, 10)
    const responses = found.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([head, query.subarray(12, end + 4), ...responses]), port, address)
  })
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, queries: () => queries, close: () => void socket.close() }
}

const readName = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}
