import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type FileStore, MissingBytes, type StoredBytes } from './file-store.ts'

export interface S3Settings {
  bucket: string
  /** Empty: Amazon S3. */
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
}

/** Ignores what the client logs: errors are thrown, and logged by their request or job. */
const ignore = () => undefined
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

const CONNECT_MS = 5000
/** Without any byte in this time, a request to the store fails. */
const IDLE_MS = 30_000

/** Stores files in a bucket of Amazon S3 or of a store with its interface. */
export const s3Store = ({ bucket, endpoint, region, accessKey, secretKey }: S3Settings): FileStore => {
  const client = new S3Client({
    region,
    ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    logger: SILENT,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
    // Stores other than Amazon's reject the checksums that the client otherwise adds at the end of a stream.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    name: `the bucket ${bucket}`,
    put: (key, source) => putFile(client, bucket, key, source),
    read: async (key, range) => {
      const Range = range && `bytes=${range.first}-${range.last}`
      try {
        const { Body, ContentRange } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
        if (range && ContentRange === undefined) throw new Error('The store does not support the header Range')
        return Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) throw new MissingBytes(`The bucket ${bucket} has no object ${key}`)
        throw error
      }
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    listFolders: () => listFolders(client, bucket),
    list: (folder) => listBytes(client, bucket, folder),
  }
}

/** A larger file is sent in parts of this size, which are in memory one at a time. Stores accept parts from 5 MiB. */
const PART_BYTES = 8 * 2 ** 20
/** The limit of the interface. Larger files get larger parts, up to 5 TiB in all. */
const MAX_PARTS = 10_000

/** Stores a file in one request, or in parts: one request has at most 5 GiB. A failure removes the parts. */
const putFile = async (
  client: S3Client,
  Bucket: string,
  Key: string,
  { path, size }: { path: string; size: number },
): Promise<void> => {
  const Body = createReadStream(path)
  const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  try {
    await new Upload({ client, params: { Bucket, Key, Body }, partSize, queueSize: 1 }).done()
  } finally {
    Body.destroy()
  }
}

/** Reads a page of keys per folder: stores differ in how they list folders themselves. */
const listFolders = async (client: S3Client, Bucket: string): Promise<string[]> => {
  const folders: string[] = []
  let StartAfter: string | undefined
  while (true) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, StartAfter }))
    const folder = Contents[0]?.Key?.split('/')[0]
    if (folder === undefined) return folders
    folders.push(folder)
    // The character after "/": the first key behind those of the folder.
    StartAfter = `${folder}0`
  }
}

/** Lists the keys. The interface returns them in the order of their bytes. */
async function* listBytes(client: S3Client, Bucket: string, folder: string): AsyncGenerator<StoredBytes> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/` }))
    for (const { Key = '', Size = 0 } of Contents) yield { key: Key, size: Size }
}
