import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { presentChapterChoice } from '../lookups/lookups.presenter.ts'
import { findPrimaryChapter, listChaptersOfContact } from './members.queries.ts'
import { addToChapter, removeFromChapter, setPrimaryChapter } from './members.service.ts'

export const chapterMembers: FastifyPluginAsync = async (app) => {
  serveAction(app, operations.saveContactChapter, (scope, { body }) => addToChapter(scope, body))

  serve(app, operations.getContactChapter, async ({ scope, params }) => {
    const chapterId = await findPrimaryChapter(scope, params.contactid)
    return {
      ContactId: params.contactid,
      ChapterId: chapterId ?? 0,
      MarkAsPrimary: true,
      ContactHasPrimary: chapterId !== null,
    }
  })

  serveAction(app, operations.deleteContactChapter, (scope, { params }) =>
    removeFromChapter(scope, { contactId: params.contactid, chapterId: params.chapterid }),
  )

  serve(app, operations.lookupContactChapters, async ({ scope, params }) =>
    (await listChaptersOfContact(scope, params.contactid)).map(presentChapterChoice('id')),
  )

  serveAction(app, operations.markPrimaryChapter, (scope, { params }) =>
    setPrimaryChapter(scope, { contactId: params.contactid, chapterId: params.chapterid }),
  )
}
