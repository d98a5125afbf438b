/** A message of PostgreSQL's protocol, and whether it executes a statement. */
export interface SentMessage {
  bytes: Buffer
  isStatement: boolean
}

const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const LENGTH_BYTES = 4

/** Divides what a client sends on a connection into the messages of PostgreSQL's protocol (version 3). */
export class SentMessages {
  #rest = Buffer.alloc(0)
  #hasStarted = false

  /** Returns the messages that are complete now. */
  add(sent: Buffer): SentMessage[] {
    this.#rest = Buffer.concat([this.#rest, sent])
    const messages: SentMessage[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  /** The first message of a connection has no type. */
  #next(): SentMessage | undefined {
    const start = this.#hasStarted ? 1 : 0
    if (this.#rest.length < start + LENGTH_BYTES) return undefined
    const end = start + this.#rest.readInt32BE(start)
    if (this.#rest.length < end) return undefined
    const bytes = this.#rest.subarray(0, end)
    this.#rest = this.#rest.subarray(end)
    const isStatement = this.#hasStarted && (bytes[0] === EXECUTE || bytes[0] === QUERY)
    this.#hasStarted = true
    return { bytes, isStatement }
  }
}
