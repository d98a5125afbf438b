import { createReadStream } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Outbound } from '#services/outbound/outbound'
import { type Credentials, faultOfCall, NativeFault } from '../native-app.port.ts'

/** A request of the client of S3, as its transport gets it. */
interface ClientRequest {
  protocol: string
  hostname: string
  port?: number
  path: string
  method: string
  query?: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: unknown
}

/** Milliseconds for a request with the bytes of a file. */
const TIMEOUT_MS = 600_000
const MAX_BYTES = 1_048_576

const ignore = () => undefined
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A bucket of S3 or of a store with its interface. */
interface S3Bucket {
  /** Uses the credentials without an effect. */
  check(): Promise<void>
  /** Stores a local file as an object, and replaces an earlier one with its key. */
  put(key: string, file: { path: string; size: number }, contentType: string): Promise<void>
}

/** Opens a bucket by a client whose requests go through the checks of outbound calls. Its functions throw NativeFault. */
export const openBucket = (outbound: Outbound, credentials: Credentials): S3Bucket => {
  const endpoint = credentials.get('Endpoint')
  const Bucket = credentials.get('Bucket')
  const client = new S3Client({
    region: credentials.get('Region') ?? '',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: {
      accessKeyId: credentials.get('AccessKeyId') ?? '',
      secretAccessKey: credentials.get('SecretAccessKey') ?? '',
    },
    logger: SILENT,
    // The job repeats what failed: the client cannot repeat the body of a stream.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle: (request: ClientRequest) => handle(outbound, request) },
  })
  return {
    check: async () => {
      await callS3(() => client.send(new HeadBucketCommand({ Bucket })))
    },
    put: async (Key, { path, size }, ContentType) => {
      const Body = createReadStream(path)
      try {
        const object = { Bucket, Key, ContentType, ContentLength: size, Body }
        await callS3(() => client.send(new PutObjectCommand(object)))
      } finally {
        // A request that failed early has not read it.
        Body.destroy()
      }
    },
  }
}

const handle = async (outbound: Outbound, request: ClientRequest) => {
  const { method, body } = request
  // The connection is used once, and the other side is not asked before the body is sent.
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !/^expect$/i.test(name)))
  const response = await outbound.send({
    url: urlOf(request),
    method: method as 'GET' | 'PUT',
    headers,
    ...((typeof body === 'string' || body instanceof Readable || Buffer.isBuffer(body)) && { body }),
    timeout: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  return {
    response: {
      statusCode: response.status,
      headers: textHeaders(response.headers),
      body: Readable.from([response.body]),
    },
  }
}

const urlOf = ({ protocol, hostname, port, path, query = {} }: ClientRequest): string => {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}${one === null ? '' : `=${encodeURIComponent(one)}`}`),
  )
  const address = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`
  // A URL resolves the segments . and .., also encoded ones, and so would address another bucket.
  if (new URL(address).pathname !== path) throw new NativeFault('The store cannot have an object with this key.')
  return parts.length === 0 ? address : `${address}?${parts.join('&')}`
}

const textHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, [value].flat().join()]] : [])))

/** What the codes of S3 mean for users. */
const CODES = new Map([
  ['NoSuchBucket', 'The bucket does not exist.'],
  ['NotFound', 'The bucket does not exist.'],
  ['InvalidAccessKeyId', 'The store does not know the access key id.'],
  ['SignatureDoesNotMatch', 'The secret access key is wrong.'],
  ['AccessDenied', 'The store denies access to the bucket.'],
  ['Forbidden', 'The store denies access to the bucket.'],
  ['PermanentRedirect', 'The bucket is in another region.'],
])

const callS3 = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw faultOf(error)
  }
}

const faultOf = (error: unknown): unknown => {
  const found = faultOfCall(error)
  if (found !== error) return found
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === undefined) return error
  const isTemporary = status >= 500 || status === 429
  const message =
    CODES.get(name) ??
    STATUSES.get(status) ??
    `The store responded with the status ${status}. See the log of the store.`
  return new NativeFault(message, { isTemporary, cause: error })
}

/** HEAD has no body, and so no code. */
const STATUSES = new Map([
  [301, 'The bucket is in another region.'],
  [400, 'The store rejects the request. Check the region and the access key.'],
  [403, 'The store denies access to the bucket. Check the access key and its rights.'],
  [404, 'The bucket does not exist.'],
])
