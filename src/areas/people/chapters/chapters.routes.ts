import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '#contract/people/chapters'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { assignmentRoutes } from './assignment/assignment.routes.ts'
import { presentChapter } from './chapters.presenter.ts'
import { getChapter, getListRow, pageOfChapters } from './chapters.queries.ts'
import { lookupRoutes } from './lookups.routes.ts'
import { memberRoutes } from './members/members.routes.ts'
import { deleteChapter } from './saving/delete-chapter.service.ts'
import { saveChapter } from './saving/save-chapter.service.ts'

/** The shape of `options`, as the contract names it. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Chapters, their tree and the contacts in them. */
export const chapters: FastifyPluginAsync = async (app) => {
  serve(app, operations.getChapter, async ({ scope, params }, reply) => {
    const chapter = await getChapter(scope, params.chapterid)
    sendVersion(reply, chapter.auditId)
    return presentChapter(chapter)
  })

  serve(app, operations.saveChapter, async (request, reply) => {
    const { scope, params, body } = request
    const id = await saveChapter(scope, {
      chapterId: params.chapterid,
      input: body,
      force: params.forcesave || body.ForceSave === true,
      expected: expectedIfMatch(request),
    })
    // Who owns it is part of credentials.
    await app.credentialsSettled()
    return listRow(request, reply, id)
  })

  serve(app, operations.deleteChapter, async (request) => {
    await deleteChapter(request.scope, request.params.chapterid, expectedIfMatch(request))
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.listChapters, async (request) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    return new JsonText(await pageOfChapters(request.scope, parseListFields(filter, 'query:options/')))
  })

  lookupRoutes(app)
  memberRoutes(app)
  assignmentRoutes(app)
}

const listRow = async ({ scope }: FastifyRequest, reply: FastifyReply, id: number): Promise<JsonText> => {
  const row = await getListRow(scope, id)
  sendVersion(reply, row.auditId)
  return new JsonText(row.text)
}
