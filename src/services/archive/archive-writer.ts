import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type ArchiveEnd, END, fileName, MANIFEST, type Manifest, partName, README } from './archive-format.ts'
import { TAR_END, writeTarHeader, writeTarPadding } from './tar.ts'

const compress = promisify(gzip)
/** Level 6 takes three times as long, for a tenth of the size. */
const LEVEL = 3

const README_TEXT = `The archive of a tenant of Guildhall.

manifest.json          what the archive contains
records/<kind>/*.gz    the records of each kind: one JSON object per line (NDJSON), compressed
files/<key>            the files; records/stored_file names them by storage_key
end.json               counts, and the SHA-256 of everything before it

Import it into another installation with: guildhall import tenant <archive> --key <key of the new tenant>
`

/** Writes an archive to a local file, one entry after the other. Only one part is in memory. */
export class ArchiveWriter {
  readonly #file: FileHandle
  readonly #path: string
  readonly #hash = createHash('sha256')
  readonly #modified: Date
  #size = 0

  private constructor(file: FileHandle, path: string, modified: Date) {
    this.#file = file
    this.#path = path
    this.#modified = modified
  }

  /** @param path of the finished file, which has this name only when it is complete. */
  static async open(path: string, modified: Date): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(partOf(path), 'w', 0o600), path, modified)
  }

  get size(): number {
    return this.#size
  }

  async begin(manifest: Manifest): Promise<void> {
    await this.#writeEntry(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
    await this.#writeEntry(README, Buffer.from(README_TEXT))
  }

  async writePart(table: string, part: number, lines: readonly string[]): Promise<void> {
    const text = Buffer.from(`${lines.join('\n')}\n`)
    await this.#writeEntry(partName(table, part), await compress(text, { level: LEVEL }))
  }

  /** @throws if the stream has another size. */
  async writeFile(storageKey: string, size: number, bytes: Readable): Promise<void> {
    await this.#write(writeTarHeader(fileName(storageKey), size, this.#modified))
    const before = this.#size
    for await (const chunk of bytes) await this.#write(chunk as Buffer)
    if (this.#size - before !== size)
      throw new Error(
        `The store has ${this.#size - before} bytes of the file ${storageKey}, and its row states ${size}`,
      )
    await this.#write(writeTarPadding(size))
  }

  /** Writes the end, and gives the file its name. Returns the SHA-256 of the whole file. */
  async finish(end: Omit<ArchiveEnd, 'sha256'>): Promise<string> {
    const sha256 = this.#hash.copy().digest('hex')
    await this.#writeEntry(END, Buffer.from(JSON.stringify({ ...end, sha256 }, null, 1)))
    await this.#write(TAR_END)
    await this.#file.datasync()
    await this.#file.close()
    await rename(partOf(this.#path), this.#path)
    return this.#hash.digest('hex')
  }

  /** Removes what was written. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => undefined)
    await rm(partOf(this.#path), { force: true })
  }

  async #writeEntry(name: string, bytes: Buffer): Promise<void> {
    await this.#write(writeTarHeader(name, bytes.length, this.#modified))
    await this.#write(bytes)
    await this.#write(writeTarPadding(bytes.length))
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
    this.#size += bytes.length
  }
}

const partOf = (path: string): string => `${path}.part`
