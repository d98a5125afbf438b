import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '#kernel/errors/problem'
import { findMediaType, HEAD_BYTES } from './media-type.ts'

/** A file that has arrived completely, in a local folder, and is not stored yet. */
export interface ReceivedFile {
  readonly path: string
  readonly size: number
  /** SHA-256, hexadecimal. */
  readonly sha256: string
  /** Found in the bytes. */
  readonly mediaType: string
}

/** Returns 413: the file is larger than the operator allows. */
export const fileTooLarge = (limit: number): Problem =>
  new Problem(413, 'body-too-large', `The file is larger than ${sizeText(limit)}. Send a smaller one.`)

const MIB = 1024 * 1024

const sizeText = (bytes: number): string => (bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`)

/**
 * Writes a stream to a file of its own, and finds its size, hash and type on the way. Only the first bytes are in
 * memory. The caller removes the file.
 *
 * @throws 413. Nothing is left after an error.
 */
export const receiveFile = async (source: Readable, folder: string, limit: number): Promise<ReceivedFile> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const meter = new Meter(limit)
  // Before the stream: a stream that is destroyed while it opens its file creates it after the removal.
  const file = await open(path, 'wx', 0o600)
  try {
    await pipeline(detached(source), meter, file.createWriteStream())
    const mediaType = await findMediaType(meter.head())
    return { path, size: meter.size, sha256: meter.hash.digest('hex'), mediaType }
  } catch (error) {
    await file.close().catch(() => undefined)
    await removeReceived(path)
    throw error
  }
}

/**
 * Passes a stream on without destroying it after an error: a destroyed request loses its connection, and the client the
 * response.
 */
const detached = (source: Readable): PassThrough => {
  const copy = new PassThrough()
  const end = () => source.readableEnded || copy.destroy(new Problem(400, 'bad-request', 'The body was cut off.'))
  source.once('error', end).once('close', end)
  // It can have been cut off while the file was opened.
  if (source.destroyed) end()
  copy.once('close', () =>
    source
      .off('error', end)
      .off('close', end)
      .on('error', () => undefined)
      .unpipe(copy),
  )
  return source.pipe(copy)
}

export const removeReceived = (path: string): Promise<void> => rm(path, { force: true })

/** No upload takes this long: it belongs to a process that was killed. */
const STALE_MS = 3_600_000

/** Removes the files that killed processes left in the folder. */
export const removeStaleReceived = async (folder: string, now = Date.now()): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && now - found.mtimeMs > STALE_MS) await removeReceived(path)
  }
}

/** Passes bytes on, counts and hashes them, and keeps the first. */
class Meter extends Transform {
  readonly hash = createHash('sha256')
  readonly #limit: number
  readonly #head: Buffer[] = []
  size = 0

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const room = HEAD_BYTES - this.size
    if (room > 0) this.#head.push(Buffer.from(chunk.subarray(0, room)))
    this.size += chunk.length
    if (this.size > this.#limit) done(fileTooLarge(this.#limit))
    else {
      this.hash.update(chunk)
      done(null, chunk)
    }
  }

  head(): Buffer {
    return Buffer.concat(this.#head)
  }
}
