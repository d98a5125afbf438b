import { type HeadersOptions, mergeHeaders } from 'openapi-fetch'
import { bodiesBesideJson } from './generated/facts.ts'

/** A file that is sent as it is: a Blob with its type, bytes, a stream of bytes, or text. */
export type FileBody = Blob | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string

/** A request whose types the public interface has checked. */
export interface AnyRequest {
  body?: unknown
  headers?: HeadersOptions
  parseAs?: string
}

/**
 * Returns a request whose body is sent as it is, with its media type, if the operation takes a file or a form.
 *
 * @throws TypeError for a file that is none of these, because JSON of it would be stored.
 */
export const withBody = (operation: string, request: AnyRequest): AnyRequest => {
  const kind = bodiesBesideJson[operation]
  const { body } = request
  if (kind === undefined || body === undefined || body instanceof FormData) return request
  const sent = kind === 'file' ? fileOf(operation, body) : formOf(body)
  return {
    ...request,
    body: sent.body,
    headers: mergeHeaders({ 'Content-Type': sent.type }, request.headers),
    ...UNCHANGED,
    // Fetch requires it for a stream.
    ...(sent.body instanceof ReadableStream && { duplex: 'half' }),
  }
}

const UNCHANGED = { bodySerializer: (body: unknown) => body }

interface SentBody {
  body: unknown
  type: string
}

const UNKNOWN_TYPE = 'application/octet-stream'

const fileOf = (operation: string, body: unknown): SentBody => {
  if (body instanceof Blob) return { body, type: body.type || UNKNOWN_TYPE }
  const isFile =
    typeof body === 'string' ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  if (isFile) return { body, type: UNKNOWN_TYPE }
  throw new TypeError(`The body of ${operation} is a file. Pass a Blob, bytes, a ReadableStream, text or FormData.`)
}

const formOf = (body: unknown): SentBody => ({
  body: body instanceof URLSearchParams ? body : new URLSearchParams(body as Record<string, string>),
  type: 'application/x-www-form-urlencoded',
})
