import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addOwner } from '#test/support/people/chapter-records'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
beforeAll(async () => {
  bench = await openChapters()
})
afterAll(() => bench.server.close())

const events = (chapterId: number) =>
  bench.server.database.system.outboxEvent.findMany({
    where: { tenantId: bench.mine.tenant.id, entity: 'chapter', entityId: chapterId },
    orderBy: { id: 'asc' },
  })

describe('POST /api/chapters/{chapterid}/{forcesave} (saveChapter)', () => {
  test('returns 409 chapter-warnings unless forced, for a name, a postal code, a catch-all and a moved tree', async () => {
    const warned = async (id: number, body: Json) => {
      const answer = (await bench.save(id, body)).json()
      return [answer.code, ...(answer.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)]
    }
    const first = await bench.chapter({ ChapterName: 'Échange', PostalCodesJson: '["40*","41000"]' })
    expect(await warned(0, { ChapterName: 'echange' })).toEqual(['chapter-warnings', '/ChapterName'])
    expect(await warned(0, { ChapterName: 'Other', PostalCodesJson: '["9*"," 40 *"]' })).toEqual([
      'chapter-warnings',
      '/PostalCodesJson/1',
    ])
    const forced = bench.save(0, { ChapterName: 'echange', PostalCodesJson: '["40*"]' }, { force: true })
    const { ChapterId } = (await bench.good('saveChapter', forced)).body
    // A save does not repeat a warning about an earlier state.
    expect(
      (await bench.save(ChapterId as number, { ChapterName: 'echange', PostalCodesJson: '["40*"]' })).statusCode,
    ).toBe(200)
    await bench.save(first.ChapterId, { PostalCodesJson: '[]' }, { force: true })
    expect(await bench.read(first.ChapterId)).toMatchObject({ PostalCodesJson: '[]', IsDefaultPostalCodeEmpty: true })
    expect(await warned(ChapterId as number, { PostalCodesJson: '[]' })).toEqual([
      'chapter-warnings',
      '/PostalCodesJson',
    ])
    expect((await bench.save(ChapterId as number, { PostalCodesJson: '[]', ForceSave: true })).statusCode).toBe(200)
    const parent = await bench.read(first.ChapterId)
    await bench.chapter({ ParentOrganizationId: (await bench.read(ChapterId as number)).OrganizationId })
    expect(await warned(ChapterId as number, { ParentOrganizationId: parent.OrganizationId })).toEqual([
      'chapter-warnings',
      '/ParentOrganizationId',
    ])
    for (const id of [first.ChapterId, ChapterId as number]) await bench.save(id, { PostalCodesJson: null })
  })

  test('names an existing organization with the same name in a warning', async () => {
    await bench.mine.post('/api/contacts/org/0', { OrganizationName: 'Riverside Society' })
    expect(await refusal(bench.save(0, { ChapterName: 'Riverside Society' }))).toEqual([409, '/OrganizationContactId'])
    expect((await bench.save(0, { ChapterName: 'Riverside Society' }, { force: true })).statusCode).toBe(200)
  })

  test('returns 422 chapter-cycle for a parent below the chapter', async () => {
    const top = await bench.chapter()
    const { OrganizationId: topId } = await bench.read(top.ChapterId)
    const middle = await bench.chapter({ ParentOrganizationId: topId })
    const { OrganizationId: middleId } = await bench.read(middle.ChapterId)
    const low = await bench.chapter({ ParentOrganizationId: middleId })
    const { OrganizationId: lowId } = await bench.read(low.ChapterId)
    for (const parent of [topId, middleId, lowId])
      expect(await refusal(bench.save(top.ChapterId, { ParentOrganizationId: parent }, { force: true }))).toEqual([
        422,
        '/ParentOrganizationId',
      ])
    await bench.good('saveChapter', bench.save(low.ChapterId, { ParentOrganizationId: 0 }))
    expect(await bench.read(low.ChapterId)).toMatchObject({ ParentOrganizationId: 0 })
  })

  test('creates no cycle when two requests move chapters below each other at once', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => bench.chapter()))
    const organizations = await Promise.all(
      rows.map(async ({ ChapterId }) => (await bench.read(ChapterId)).OrganizationId),
    )
    // Each becomes a child of the next, and the last of the first: one of the saves must fail.
    const answers = await Promise.all(
      rows.map(({ ChapterId }, at) =>
        bench.save(ChapterId, { ParentOrganizationId: organizations[(at + 1) % 6] }, { force: true }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 422])
    expect((await bench.mine.get('/api/chapters/chapters/lookup')).json().map(({ Id }: { Id: number }) => Id)).toEqual(
      expect.arrayContaining(rows.map(({ ChapterId }) => ChapterId)),
    )
  })
})

describe('DELETE /api/chapters/{chapterid} (deleteChapter)', () => {
  test('deletes a chapter with only deleted contacts; one restored later is in no chapter', async () => {
    const gone = await bench.chapter()
    const kept = await bench.chapter()
    const contactId = await bench.person()
    for (const { ChapterId } of [gone, kept]) await bench.put(contactId, ChapterId)
    await bench.mine.delete(`/api/contacts/${contactId}/3`)
    expect((await bench.mine.delete(`/api/chapters/${gone.ChapterId}`)).statusCode).toBe(200)
    expect((await bench.mine.post(`/api/contacts/${contactId}/restore/4`)).statusCode).toBe(200)
    expect(await bench.chaptersOf(contactId)).toEqual([kept.ChapterId])
    expect(await bench.primaryOf(contactId)).toBe(kept.ChapterId)
  })

  test('ends the access of its owners with the response', async () => {
    const { ChapterId } = await bench.chapter()
    const owner = await addOwner(bench.server, bench.mine, [{ id: ChapterId, canEdit: true }])
    const write = async (Name: string) => (await owner.post('/api/signatures/0', { Name })).statusCode
    expect(await write('Before')).toBe(200)
    const settled = vi.spyOn(bench.server.app, 'credentialsSettled')
    expect((await bench.mine.delete(`/api/chapters/${ChapterId}`)).statusCode).toBe(200)
    expect(settled).toHaveBeenCalledTimes(1)
    settled.mockRestore()
    expect(await write('After')).toBe(403)
  })

  test('returns 409 in-use while the chapter has child chapters or contacts', async () => {
    const top = await bench.chapter()
    const { OrganizationId, PrimaryGroupId } = await bench.read(top.ChapterId)
    const low = await bench.chapter({ ParentOrganizationId: OrganizationId })
    const remove = (id: number) => bench.mine.delete(`/api/chapters/${id}`)
    expect(await refusal(remove(top.ChapterId))).toEqual([409, 'in-use'])
    const contactId = await bench.person()
    await bench.put(contactId, low.ChapterId)
    expect(await refusal(remove(low.ChapterId))).toEqual([409, 'in-use'])
    await bench.takeOut(contactId, low.ChapterId)
    expect((await remove(low.ChapterId)).json()).toEqual({})
    expect((await remove(top.ChapterId)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`/api/chapters/${top.ChapterId}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.get(`/api/groups/${PrimaryGroupId}`)).statusCode).toBe(200)
    expect((await bench.mine.get(`/api/contacts/OrgGeneral/${OrganizationId}`)).statusCode).toBe(200)
    expect((await events(top.ChapterId)).map(({ kind }) => kind)).toEqual(['chapter.created', 'chapter.deleted'])
  })
})
