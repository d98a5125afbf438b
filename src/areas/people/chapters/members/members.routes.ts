import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { presentChapterChoice } from '../lookups/lookups.presenter.ts'
import { findPrimaryChapter, listChaptersOfContact } from './members.queries.ts'
import { addToChapter, removeFromChapter, setPrimaryChapter } from './members.service.ts'

/** The contacts in chapters. */
export const chapterMembers: FastifyPluginAsync = async (app) => {
  serve(app, operations.saveContactChapter, async ({ scope, body }) => {
    await addToChapter(scope, body)
    return {}
  })

  serve(app, operations.getContactChapter, async ({ scope, params }) => {
    const chapterId = await findPrimaryChapter(scope, params.contactid)
    return {
      ContactId: params.contactid,
      ChapterId: chapterId ?? 0,
      MarkAsPrimary: true,
      ContactHasPrimary: chapterId !== null,
    }
  })

  serve(app, operations.deleteContactChapter, async ({ scope, params }) => {
    await removeFromChapter(scope, { contactId: params.contactid, chapterId: params.chapterid })
    return {}
  })

  serve(app, operations.lookupContactChapters, async ({ scope, params }) =>
    (await listChaptersOfContact(scope, params.contactid)).map(presentChapterChoice('id')),
  )

  serve(app, operations.markPrimaryChapter, async ({ scope, params }) => {
    await setPrimaryChapter(scope, { contactId: params.contactid, chapterId: params.chapterid })
    return {}
  })
}
