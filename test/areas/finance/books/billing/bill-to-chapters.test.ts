import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTwoChapters, type TwoChapters } from '#test/support/people/two-chapters'

let chapters: TwoChapters
beforeAll(async () => {
  chapters = await openTwoChapters()
})
afterAll(() => chapters.server.close())

interface MembershipJson {
  MembershipId: number
  Status: string
}

test('a caller limited to chapters takes steps of a membership only if it can change the contact that is billed', async () => {
  const { admin, owner, ids, save } = chapters
  await save(admin, `/api/finance/contacts/${ids.ann}/billing`, { BillWithParent: true })
  const type = await save(admin, '/api/membershiptypes/0', { Name: 'Agents' })
  const level = await save(admin, `/api/membershiptypes/${type.MembershipTypeId}/levels/0`, { Name: 'A', Price: 50 })
  const fields = { ContactId: ids.ann, MembershipTypeId: type.MembershipTypeId, LevelId: level.MembershipLevelId }
  const { MembershipId: id } = await save<MembershipJson>(admin, '/api/memberships/0', fields)
  const take = async (step: string, body: object = {}) => {
    const answer = (await owner.post(`/api/memberships/${id}/${step}`, body)).json()
    return answer.code ? [answer.status, answer.code] : answer.Status
  }
  const payment = { PaymentTypeId: 2 }
  // Acme, which is billed, is in no chapter: the owner of the north sees neither it nor its invoices.
  expect(await take('pay', payment)).toEqual([409, 'nothing-to-pay'])
  expect(await take('cancel')).toEqual([422, 'books-rule'])
  await save(admin, `/api/memberships/${id}/pay`, payment)
  expect(await take('renew')).toEqual([422, 'books-rule'])
  await chapters.putIntoNorth(ids.acme)
  expect(await take('renew')).toBe('Active')
  expect(await take('pay', payment)).toBe('Active')
  const { Balance } = (await admin.get(`/api/finance/contacts/${ids.acme}/balance`)).json()
  expect(Balance).toBe(0)
  expect((await admin.get(`/api/memberships/${id}`)).json()).toMatchObject({ Balance: 0 })
})
