import type { Readable } from 'node:stream'

/** A part of a file; both positions are included. */
export interface ByteRange {
  first: number
  last: number
}

/** Where the bytes of files are. It knows nothing of names, owners and rights: these are rows of the database. */
export interface FileStore {
  /** For logs. */
  readonly name: string
  /** Stores the bytes of a local file under a key and returns when they are durable. Replaces earlier bytes. */
  put(key: string, source: { path: string; size: number }): Promise<void>
  /** Opens the bytes, or a part of them. @throws MissingBytes. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Deletes the bytes. Succeeds if there are none. */
  delete(key: string): Promise<void>
  /** Lists the folders at the top, which are the ids of tenants. */
  listFolders(): Promise<string[]>
  /** Lists the bytes in a folder in the order of their keys, compared bytewise. */
  list(folder: string): AsyncIterable<StoredBytes>
}

/** What a store has under a key. */
export interface StoredBytes {
  key: string
  size: number
}

/** The store has no bytes under a key. */
export class MissingBytes extends Error {
  override readonly name = 'MissingBytes'
}

/**
 * Returns the key of a file's bytes: `<tenant>/<2 letters>/<UUID>`. It contains no text that a user has entered, so
 * that no name can lead to another place.
 */
export const bytesKey = ({ tenantId, storageKey }: { tenantId: number; storageKey: string }): string =>
  `${tenantId}/${storageKey.slice(0, 2)}/${storageKey}`
