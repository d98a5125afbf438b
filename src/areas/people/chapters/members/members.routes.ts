import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/chapters'
import { serve } from '#kernel/http/serve'
import { presentChoice } from '../lookups/lookups.presenter.ts'
import { findPrimaryChapter, listChaptersOfContact } from '../lookups/lookups.queries.ts'
import { markPrimary, putIntoChapter, takeOutOfChapter } from './members.service.ts'

/** Who is in which chapter. */
export const memberRoutes = (app: FastifyInstance): void => {
  serve(app, operations.saveContactChapter, async ({ scope, body }) => {
    await putIntoChapter(scope, body)
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
    await takeOutOfChapter(scope, { contactId: params.contactid, chapterId: params.chapterid })
    return {}
  })

  serve(app, operations.lookupContactChapters, async ({ scope, params }) =>
    (await listChaptersOfContact(scope, params.contactid)).map(presentChoice('id')),
  )

  serve(app, operations.markPrimaryChapter, async ({ scope, params }) => {
    await markPrimary(scope, { contactId: params.contactid, chapterId: params.chapterid })
    return {}
  })
}
