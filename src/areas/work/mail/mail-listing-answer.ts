import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText } from '#kernel/http/serve'
import { listAnswer, sendNextLink } from '#kernel/listing/answer'
import { inputOfQuery, type ListParameters } from '#kernel/listing/input'
import type { Listing } from '#kernel/listing/listing'
import { readPage } from '#kernel/listing/page'
import { readListRequest } from '#kernel/listing/request'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A page of one of the area's lists, with the address of the next. */
export const answerList = async (
  request: FastifyRequest<{ Querystring: ListParameters }>,
  reply: FastifyReply,
  { listing, columns }: { listing: Listing; columns: Sql },
): Promise<JsonText> => {
  const asked = readListRequest(listing, inputOfQuery(request.query))
  const page = await readPage(request.scope, listing, asked, columns)
  sendNextLink(request, reply, page, asked)
  return listAnswer(page, asked, null)
}
