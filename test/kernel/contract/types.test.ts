import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { describe, expectTypeOf, it } from 'vitest'
import type { operations as files } from '#contract/integration/files'
import type { ChapterEdit, ChapterEditInput, operations as chapters } from '#contract/people/chapters'
import { type ContactDeltaRow, operations as contacts, type Person } from '#contract/people/contacts'
import type { ResponseMessage } from '#contract/shared'
import type { BodyOf, ParamsOf, QueryOf, RawContent, ResponseOf } from '#kernel/contract/schema'

// These are checked by the compiler; running them only shows that they exist.
describe('the types of operations', () => {
  it('name what a handler gets and gives', () => {
    expectTypeOf<ParamsOf<typeof contacts.getPerson>>().toEqualTypeOf<{ contactId: number }>()
    expectTypeOf<ResponseOf<typeof contacts.getPerson>>().toEqualTypeOf<Person>()
    expectTypeOf<ResponseOf<typeof contacts.listContactChanges>>().toEqualTypeOf<ContactDeltaRow[]>()
    expectTypeOf<QueryOf<typeof contacts.listContactChanges>>().toEqualTypeOf<{ modifiedSince: string; top: number }>()
    expectTypeOf<QueryOf<typeof contacts.listContacts>['$top']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<BodyOf<typeof chapters.saveChapter>>().toEqualTypeOf<ChapterEditInput>()
    expectTypeOf<BodyOf<typeof contacts.getPerson>>().toBeUnknown()
    expectTypeOf<ResponseOf<typeof files.getFile>>().toEqualTypeOf<ResponseMessage | RawContent>()
  })

  it('hold every field in an answer and let a request leave fields out', () => {
    expectTypeOf<Person['ContactId']>().toEqualTypeOf<number>()
    expectTypeOf<Partial<ChapterEdit>>().toExtend<ChapterEditInput>()
    expectTypeOf<ChapterEditInput>().not.toExtend<ChapterEdit>()
  })

  it('reach the handler of a route', async () => {
    const app = Fastify().withTypeProvider<TypeBoxTypeProvider>()
    const { method, url, schema } = contacts.getPerson
    app.get('/changes', { schema: contacts.listContactChanges.schema }, async (request) => {
      expectTypeOf(request.query.top).toEqualTypeOf<number>()
      return []
    })
    app.route({
      method,
      url,
      schema,
      // @ts-expect-error an answer of another shape
      handler: async (request) => ({ ContactId: String(request.params.contactId) }),
    })
    await app.close()
  })
})
