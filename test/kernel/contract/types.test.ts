import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { describe, expectTypeOf, it } from 'vitest'
import type { operations as files } from '#contract/integration/files'
import type { ChapterEdit, ChapterEditInput, operations as chapters } from '#contract/people/chapters'
import { type ContactDeltaRow, operations as contacts, type Person } from '#contract/people/contacts'
import type { ResponseMessage } from '#contract/shared'
import type { BodyOf, ParamsOf, QueryOf, RawContent, ResponseOf } from '#kernel/contract/schema'

// The compiler checks these types; the run only shows that the tests exist.
describe('the types of operations', () => {
  it('describe the input and the result of a handler', () => {
    expectTypeOf<ParamsOf<typeof contacts.getPerson>>().toEqualTypeOf<{ contactId: number }>()
    expectTypeOf<ResponseOf<typeof contacts.getPerson>>().toEqualTypeOf<Person>()
    expectTypeOf<ResponseOf<typeof contacts.listContactChanges>>().toEqualTypeOf<ContactDeltaRow[]>()
    expectTypeOf<QueryOf<typeof contacts.listContactChanges>>().toEqualTypeOf<{ modifiedSince: string; top: number }>()
    expectTypeOf<QueryOf<typeof contacts.listContacts>['$top']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<BodyOf<typeof chapters.saveChapter>>().toEqualTypeOf<ChapterEditInput>()
    expectTypeOf<BodyOf<typeof contacts.getPerson>>().toBeUnknown()
    expectTypeOf<ResponseOf<typeof files.getFile>>().toEqualTypeOf<ResponseMessage | RawContent>()
  })

  it('require every field in a response and make fields optional in a request', () => {
    expectTypeOf<Person['ContactId']>().toEqualTypeOf<number>()
    expectTypeOf<Partial<ChapterEdit>>().toExtend<ChapterEditInput>()
    expectTypeOf<ChapterEditInput>().not.toExtend<ChapterEdit>()
  })

  it('apply to the handler of a route', async () => {
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
      // @ts-expect-error a response of another shape
      handler: async (request) => ({ ContactId: String(request.params.contactId) }),
    })
    await app.close()
  })
})
