import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { OperatorError } from '#kernel/errors/operator-error'
import {
  ArchiveEnd,
  type ArchiveProgress,
  END,
  FILE_NAME,
  FORMAT_VERSION,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  MAX_PART_BYTES,
  Manifest,
  PART_NAME,
  partName,
  README,
} from './archive-format.ts'
import { BLOCK, readTar, type TarEntry, TarFault } from './tar.ts'

const decompress = promisify(gunzip)

/** An archive that cannot be imported; the message says what to do. */
export class ArchiveFault extends OperatorError {
  override readonly name = 'ArchiveFault'
}

/** An archive that was verified: complete, unchanged, and with the structure that its manifest states. */
export interface VerifiedArchive {
  file: FileHandle
  manifest: Manifest
  /** The parts of each kind, in order. */
  parts: ReadonlyMap<string, readonly TarEntry[]>
  /** The files by their key. */
  files: ReadonlyMap<string, TarEntry>
  missingFiles: readonly string[]
}

export interface OpenOptions {
  /** Is called with the manifest before the rest is read, which can take long; what it throws ends the verification. */
  check?: (manifest: Manifest) => Promise<void>
  onProgress?: (progress: ArchiveProgress) => void
}

/**
 * Opens an archive and verifies it completely before anything is imported: its checksum, and that each entry is one that the
 * manifest announces. The caller closes the file.
 *
 * @throws ArchiveFault.
 */
export const openArchive = async (path: string, options: OpenOptions = {}): Promise<VerifiedArchive> => {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new ArchiveFault(`${path} cannot be read: ${error.message}`)
  })
  try {
    if (!(await file.stat()).isFile()) throw new ArchiveFault(`${path} is not a file. Name the archive of a tenant.`)
    return await verify(path, file, options)
  } catch (error) {
    await file.close()
    throw error instanceof TarFault ? new ArchiveFault(`${path}: ${error.message}`) : error
  }
}

const verify = async (path: string, file: FileHandle, { check, onProgress }: OpenOptions): Promise<VerifiedArchive> => {
  const entries = readTar(file)
  const first = (await entries.next()).value
  if (!first || first.name !== MANIFEST) throw new ArchiveFault(`${path} is not a tenant archive.`)
  const manifest = await readJson(file, first, Manifest)
  if (manifest.formatVersion > FORMAT_VERSION)
    throw new ArchiveFault(
      `The archive has the format ${manifest.formatVersion}, made by version ${manifest.productVersion}. This version reads ` +
        `formats up to ${FORMAT_VERSION}: upgrade this installation first.`,
    )
  await check?.(manifest)
  const found = await sortEntries(file, manifest, entries)
  await verifyChecksum(path, found.end.sha256, found.endAt, onProgress)
  return { file, manifest, parts: found.parts, files: found.files, missingFiles: found.end.missingFiles }
}

interface SortedEntries {
  parts: Map<string, TarEntry[]>
  files: Map<string, TarEntry>
  end: ArchiveEnd
  /** Where the header of the end begins. */
  endAt: number
}

const sortEntries = async (
  file: FileHandle,
  manifest: Manifest,
  entries: AsyncGenerator<TarEntry>,
): Promise<SortedEntries> => {
  const parts = new Map<string, TarEntry[]>(manifest.kinds.map(({ table }) => [table, []]))
  const files = new Map<string, TarEntry>()
  let end: { value: ArchiveEnd; at: number } | undefined
  let hasReadme = false
  for await (const entry of entries) {
    if (end) throw new ArchiveFault(`The archive continues after its end with ${entry.name}.`)
    if (entry.name === END) end = { value: await readJson(file, entry, ArchiveEnd), at: entry.start - BLOCK }
    else if (entry.name === README && !hasReadme) hasReadme = true
    else addEntry(entry, parts, files)
  }
  if (!end) throw new ArchiveFault('The archive has no end. It is not complete.')
  verifyCounts(manifest, end.value, parts, files)
  return { parts, files, end: end.value, endAt: end.at }
}

const addEntry = (entry: TarEntry, parts: Map<string, TarEntry[]>, files: Map<string, TarEntry>): void => {
  const [, table] = PART_NAME.exec(entry.name) ?? []
  const [, key] = FILE_NAME.exec(entry.name) ?? []
  const known = table === undefined ? undefined : parts.get(table)
  if (table !== undefined && known && entry.name === partName(table, known.length + 1)) known.push(entry)
  else if (key !== undefined && !files.has(key)) files.set(key, entry)
  else
    throw new ArchiveFault(`The archive contains ${JSON.stringify(entry.name)}, which its manifest does not announce.`)
}

const verifyCounts = (
  manifest: Manifest,
  end: ArchiveEnd,
  parts: ReadonlyMap<string, readonly TarEntry[]>,
  files: ReadonlyMap<string, TarEntry>,
): void => {
  const written = new Map(end.kinds.map((kind) => [kind.table, kind]))
  const wrong = manifest.kinds.find(({ table, rows }) => {
    const kind = written.get(table)
    return kind?.rows !== rows || kind.parts !== parts.get(table)?.length
  })
  if (wrong) throw new ArchiveFault(`The archive does not contain all records of ${wrong.table}.`)
  if (files.size !== end.files || files.size + end.missingFiles.length !== manifest.files.count)
    throw new ArchiveFault('The archive does not contain all files.')
}

const verifyChecksum = async (
  path: string,
  sha256: string,
  total: number,
  onProgress: ((progress: ArchiveProgress) => void) | undefined,
): Promise<void> => {
  const hash = createHash('sha256')
  let done = 0
  for await (const chunk of createReadStream(path, { end: total - 1, highWaterMark: 2 ** 20 })) {
    hash.update(chunk as Buffer)
    done += (chunk as Buffer).length
    onProgress?.({ done, total, unit: 'bytes' })
  }
  if (hash.digest('hex') !== sha256)
    throw new ArchiveFault('The checksum of the archive is wrong: it was changed or damaged. Copy it again.')
}

const readJson = async <S extends TSchema>(file: FileHandle, entry: TarEntry, schema: S): Promise<Static<S>> => {
  if (entry.size > MAX_MANIFEST_BYTES) throw new ArchiveFault(`The entry ${entry.name} is too large.`)
  const text = (await readBytes(file, entry)).toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(schema, value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new ArchiveFault(`The entry ${entry.name} of the archive does not have the documented form.`)
}

/** Reads the lines of a part. A part that is larger than ours can be is rejected before it fills the memory. */
export const readPart = async (file: FileHandle, entry: TarEntry): Promise<string[]> => {
  if (entry.size > MAX_PART_BYTES) throw new ArchiveFault(`The entry ${entry.name} is too large.`)
  const bytes = await decompress(await readBytes(file, entry), { maxOutputLength: MAX_PART_BYTES }).catch(() => {
    throw new ArchiveFault(`The entry ${entry.name} of the archive cannot be decompressed, or is too large.`)
  })
  const lines = bytes.toString('utf8').split('\n')
  lines.pop()
  return lines
}

const CHUNK = 2 ** 18

/** Reads the bytes of an entry one chunk after the other. */
export async function* readChunks(file: FileHandle, { start, size }: TarEntry): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + at)
    if (bytesRead === 0) throw new ArchiveFault('The archive became shorter while it was read.')
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

const readBytes = async (file: FileHandle, entry: TarEntry): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(file, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
