import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendRow, sendRows } from '#kernel/listing/list-rows'
import { chapterAssignments } from './assignments/assignments.routes.ts'
import { chapterList } from './chapters.listing.ts'
import { presentChapter } from './chapters.presenter.ts'
import { getChapter } from './chapters.queries.ts'
import { deleteChapter, saveChapter } from './chapters.service.ts'
import { chapterLookups } from './lookups/lookups.routes.ts'
import { chapterMembers } from './members/members.routes.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Serves chapters, their tree and the contacts in them. */
export const chapters: FastifyPluginAsync = async (app) => {
  serveRecord(app, operations.getChapter, (scope, { params }) => getChapter(scope, params.chapterid), presentChapter)

  serve(app, operations.saveChapter, async (request, reply) => {
    const { scope, params, body } = request
    const force = params.forcesave || body.ForceSave === true
    const { id, auditId } = await saveChapter(scope, params.chapterid, body, expectedIfMatch(request), force)
    // The owners of chapters are part of credentials.
    await app.credentialsSettled()
    sendVersion(reply, auditId)
    return sendRow(scope, chapterList, id, 'chapter')
  })

  serve(app, operations.deleteChapter, async (request) => {
    await deleteChapter(request.scope, request.params.chapterid, expectedIfMatch(request))
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.listChapters, async (request) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    return sendRows(request.scope, chapterList, parseListFields(filter, 'query:options/'))
  })

  await app.register(chapterLookups)
  await app.register(chapterMembers)
  await app.register(chapterAssignments)
}
