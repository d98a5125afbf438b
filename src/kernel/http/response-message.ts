import type { FastifyRequest } from 'fastify'
import type { ResponseMessage } from '#contract/shared'
import { PlainContent } from './serve.ts'

/**
 * Content as the documents wrap it, or the content itself where the caller's Accept names its media type ahead of JSON.
 *
 * @param mediaType without parameters: `text/html`.
 */
export const messageOrContent = (
  request: Pick<FastifyRequest, 'headers'>,
  mediaType: string,
  text: string,
): ResponseMessage | PlainContent => {
  const contentType = `${mediaType}; charset=utf-8`
  if (prefers(request.headers.accept, mediaType)) return new PlainContent(contentType, text)
  return {
    Version: '1.1',
    Content: text,
    StatusCode: '200',
    ReasonPhrase: 'OK',
    Headers: { 'content-type': contentType },
    RequestMessage: null,
    IsSuccessStatusCode: true,
  }
}

/** Whether the header (RFC 9110, section 12.5.1) names the type, and JSON not above it. Wildcards mean JSON. */
const prefers = (accept: string | undefined, mediaType: string): boolean => {
  const weight = (wanted: string): number => {
    const range = accept
      ?.toLowerCase()
      .split(',')
      .find((part) => part.split(';')[0]?.trim() === wanted)
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)
  }
  const [own, json] = [weight(mediaType), weight('application/json')]
  return own > 0 && own >= json
}
