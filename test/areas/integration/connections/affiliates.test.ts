import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'

let bench: ExchangeBench
let linked: Connected

beforeAll(async () => {
  bench = await openExchangeBench()
  linked = await connect(bench, await makePair(bench))
})
afterAll(() => bench.close())

const saveChapter = async (ChapterId: number, body: object): Promise<number> => {
  const { source, target } = linked
  const saved = await source.post(`/api/chapters/${ChapterId}/true`, {
    ChapterName: 'North',
    AffiliateTenantModel: { TenantKey: target.tenant.key, IsActive: true },
    ...body,
  })
  expect(saved.statusCode, saved.body).toBe(200)
  await bench.settle()
  const [chapter] = await ok<{ ChapterId: number }[]>(source.get('/api/chapters/items'))
  return Number(chapter?.ChapterId)
}

describe("a chapter's affiliate tenant", () => {
  it('receives only contacts of its chapters, and edits them if the chapter allows it', async () => {
    const { source, target } = linked
    const chapterId = await saveChapter(0, { ShouldAllowChapterTenantEditing: false })
    const inside = await makeMember(source, linked.sourceTypeId, { LastName: 'Inside' })
    await makeMember(source, linked.sourceTypeId, { LastName: 'Outside' })
    const added = await source.post('/api/chapters/contactchapter', { ContactId: inside, ChapterId: chapterId })
    expect(added.statusCode, added.body).toBe(200)
    await bench.settle()
    const copies = await contactsOf(target)
    expect([copies.has('Ada Inside'), copies.has('Ada Outside')]).toEqual([true, false])
    const rename = async (LastName: string) => {
      const url = `/api/contacts/person/${copies.get('Ada Inside')}`
      const { AuditId } = await ok<{ AuditId: number }>(target.get(url))
      return (await target.post(url, { AuditId, LastName, forceSave: true })).statusCode
    }
    expect(await rename('Refused')).toBe(409)
    await saveChapter(chapterId, { ShouldAllowChapterTenantEditing: true })
    expect(await rename('Edited')).toBe(200)
    await saveChapter(chapterId, { AffiliateTenantModel: { TenantKey: target.tenant.key, IsActive: false } })
    const { isActive } = await bench.server.database.system.connectionReceivedContact.findFirstOrThrow({
      where: { tenantId: target.tenant.id, sourceContactId: inside },
    })
    expect(isActive).toBe(false)
  })
})
