import type { FastifyRequest } from 'fastify'
import type { ResponseMessage } from '#contract/shared'
import { prefers } from './accept.ts'
import { PlainContent } from './serve.ts'

/**
 * Returns content wrapped as documented, or the content itself if the caller's Accept prefers its media type to JSON.
 *
 * @param mediaType without parameters: `text/html`.
 * @param disposition of a download: its Content-Disposition, with the name of the file.
 */
export const messageOrContent = (
  request: Pick<FastifyRequest, 'headers'>,
  mediaType: string,
  text: string,
  disposition?: string,
): ResponseMessage | PlainContent => {
  const contentType = `${mediaType}; charset=utf-8`
  if (prefers(request.headers.accept, mediaType)) return new PlainContent(contentType, text, disposition)
  return messageOf(text, { 'content-type': contentType, ...(disposition && { 'content-disposition': disposition }) })
}

/** Returns JSON text wrapped as documented, whatever the caller accepts: the wrapper is JSON as well. */
export const jsonMessage = (content: unknown): ResponseMessage =>
  messageOf(JSON.stringify(content), { 'content-type': 'application/json' })

const messageOf = (text: string, headers: Record<string, string>): ResponseMessage => ({
  Version: '1.1',
  Content: text,
  StatusCode: '200',
  ReasonPhrase: 'OK',
  Headers: headers,
  RequestMessage: null,
  IsSuccessStatusCode: true,
})
