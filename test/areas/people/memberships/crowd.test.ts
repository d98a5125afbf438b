import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships()
})
afterAll(() => steps.server.close())

test('simultaneous steps of an organization and the people that it covers cause no deadlock and lose no status', async () => {
  const firmType = await steps.type({ SystemContactTypeId: 2, CoversPeople: true })
  const firmLevel = await steps.level(firmType)
  const ownType = await steps.type()
  const ownLevel = await steps.level(ownType)
  const firms = [await steps.organization(), await steps.organization(), await steps.organization()]
  const people: number[] = []
  for (let at = 0; at < 12; at++) {
    const person = await steps.person()
    for (const OrganizationContactId of firms) {
      await steps.caller.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId })
    }
    people.push(person)
  }
  const joined = [
    ...(await Promise.all(firms.map((firm) => steps.join(firm, firmType, firmLevel)))),
    ...(await Promise.all(people.map((person) => steps.join(person, ownType, ownLevel)))),
  ]
  const answers = await Promise.all(
    joined.map(({ MembershipId }) => steps.step(MembershipId, 'pay', { PaymentTypeId: 1 })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(joined.map(() => 200))
  const ends = joined.map(({ MembershipId }, at) => steps.step(MembershipId, at % 2 === 0 ? 'suspend' : 'cancel'))
  expect((await Promise.all(ends)).map(({ statusCode }) => statusCode)).toEqual(joined.map(() => 200))
  // No membership counts any more: neither those of the organizations nor those of their people.
  const statuses = await Promise.all([...firms, ...people].map((id) => steps.contactStatus(id)))
  expect(new Set(statuses)).toEqual(new Set([16]))
})
