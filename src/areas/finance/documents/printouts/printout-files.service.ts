import type { FastifyReply, FastifyRequest } from 'fastify'
import { prefers } from '#kernel/http/accept'
import type { Files } from '#services/files/open-files'
import { sendFile } from '#services/files/send-file'
import type { PrintoutContent } from './printouts.model.ts'
import { makePrintout, type PrintoutFormat } from './printouts.service.ts'

type DocumentRequest = FastifyRequest<{ Querystring: { format?: PrintoutFormat } }>

/** Sends a document in the requested format. @throws 422 template-fault, 429, 503. */
export const sendPrintoutFile = async (
  files: Files,
  request: FastifyRequest,
  reply: FastifyReply,
  content: PrintoutContent,
) => {
  const { query, headers, scope } = request as DocumentRequest
  const format = query.format ?? (prefers(headers.accept, 'text/html') ? 'html' : 'pdf')
  const made = await makePrintout(scope, files, content)
  return sendFile(request, reply, files.store, made.files[format], { isDocument: true })
}
