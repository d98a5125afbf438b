import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseMessage } from '#contract/shared'
import { Problem, unavailable } from '#kernel/errors/problem'
import { dispositionOf } from '#kernel/http/file-name'
import { parseByteRange } from './byte-range.ts'
import { type ByteRange, bytesKey, type FileStore } from './file-store.ts'
import { isShown, isTextType, sentType } from './media-type.ts'

/** A complete file, as its row describes it. */
export interface StoredContent {
  tenantId: number
  storageKey: string
  name: string
  /** Found in the bytes. */
  mediaType: string
  size: number
  /** SHA-256, hexadecimal. */
  sha256: string
}

/** Bytes that a response message contains at most; it has to be in memory. */
const MAX_WRAPPED = 10_485_760

/**
 * Sends a file: wrapped as a response message if the caller asks for JSON or for nothing, else its bytes, with ETag, Range
 * and If-Range (RFC 9110). Nothing in it runs in a browser: HTML, SVG and unknown types are attachments of an unknown
 * type, and nothing is sniffed.
 *
 * @param isPublic the address is the credential, so pages of other origins can show the file.
 * @param isDocument the server made and cleaned it: its HTML is shown as a page without scripts.
 */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  file: StoredContent,
  { isPublic = false, isDocument = false } = {},
): Promise<ResponseMessage | Readable | string> => {
  const isWrapped = asksForJson(request.headers.accept)
  const tag = `"${file.sha256}${isWrapped ? '-message' : ''}"`
  reply.headers({ etag: tag, vary: 'Accept', 'cache-control': 'private, no-cache' })
  if (isPublic) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (isKnown(request.headers['if-none-match'], tag)) {
    reply.code(304)
    return ''
  }
  return isWrapped
    ? wrapped(store, file, headersOf(file, isDocument))
    : sendBytes(request, reply, store, file, { tag, isDocument })
}

const JSON_TYPES = new Set(['application/json', 'text/json'])

/** Returns whether JSON is the preferred type of the header (RFC 9110, section 12.5.1), or nothing is preferred. */
const asksForJson = (accept: string | undefined): boolean => {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.toLowerCase().split(';')
    const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((found) => found !== undefined)
    return { type: type.trim(), weight: weight === undefined ? 1 : Number(weight) }
  })
  const weightOf = (wanted: (type: string) => boolean) =>
    Math.max(0, ...ranges.filter(({ type }) => wanted(type)).map(({ weight }) => weight))
  const json = weightOf((type) => JSON_TYPES.has(type))
  return json > 0 && json >= weightOf((type) => !JSON_TYPES.has(type) && !type.endsWith('*'))
}

/** Compares weakly, as If-None-Match requires. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false

const headersOf = ({ name, mediaType }: StoredContent, isDocument: boolean): Record<string, string> => {
  const isPage = isDocument && mediaType === 'text/html'
  return {
    'content-type': isPage ? 'text/html; charset=utf-8' : sentType(mediaType),
    'content-disposition': dispositionOf(isPage || isShown(mediaType) ? 'inline' : 'attachment', name),
  }
}

const wrapped = async (
  store: FileStore,
  file: StoredContent,
  headers: Record<string, string>,
): Promise<ResponseMessage> => {
  if (file.size > MAX_WRAPPED) {
    const detail = `The file has more than ${MAX_WRAPPED} bytes. Send an Accept other than JSON to get the bytes.`
    throw new Problem(413, 'body-too-large', detail)
  }
  const bytes = await readBytes(store, file)
  const text = isTextType(file.mediaType) ? decoded(bytes) : undefined
  return {
    Version: '1.1',
    Content: text ?? bytes.toString('base64'),
    StatusCode: '200',
    ReasonPhrase: 'OK',
    Headers: { ...headers, ...(text === undefined && { 'content-transfer-encoding': 'base64' }) },
    RequestMessage: null,
    IsSuccessStatusCode: true,
  }
}

/** Returns the bytes as text; undefined if they are not UTF-8, of which only the beginning was checked. */
const decoded = (bytes: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads a file into memory. @throws 503. */
export const readBytes = async (store: FileStore, file: StoredContent): Promise<Buffer> =>
  readAll(await open(store, file))

const readAll = async (stream: Readable): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** A file as a page of its own runs no script, sends no form and opens no window. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const sendBytes = async (
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  file: StoredContent,
  { tag, isDocument }: { tag: string; isDocument: boolean },
): Promise<Readable> => {
  // A date never matches: the store of a file says nothing about its last change.
  const isCurrent = [undefined, tag].includes(headers['if-range']?.toString().trim())
  const range = isCurrent ? parseByteRange(headers.range, file.size) : undefined
  const length = range ? range.last - range.first + 1 : file.size
  // The viewers of browsers for PDF do not work in a sandbox.
  const sandbox = file.mediaType === 'application/pdf' ? '' : '; sandbox'
  reply.headers({ ...headersOf(file, isDocument), 'accept-ranges': 'bytes', 'content-length': length })
  const images = isDocument ? '; img-src data:' : ''
  reply.header('content-security-policy', `${POLICY}${images}${sandbox}`)
  const content = method === 'HEAD' ? Readable.from([]) : await open(store, file, range)
  if (range) reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
  return content
}

const open = async (store: FileStore, file: StoredContent, range?: ByteRange): Promise<Readable> => {
  try {
    return await store.read(bytesKey(file), range)
  } catch (error) {
    throw unavailable('The file store does not have the file or is unavailable. Retry, or ask the operator.', error)
  }
}
