import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { proofSize } from '#test/support/runner/proof-size'
import { withAdmin } from '#test/support/server/test-server'

const SAVES = proofSize({ reduced: 100, full: 6000 })
const WRITERS = 12
const PAIRS = 4

interface Subject {
  firm: number
  person: number
  /** The membership of the firm, which covers its people, and that of the person. */
  memberships: [firm: number, person: number]
}

let own: TestDatabase
let steps: Steps
let relationshipTypeId: number
const subjects: Subject[] = []

beforeAll(async () => {
  own = await createTestDatabase()
  // PostgreSQL looks for a deadlock after this time.
  await withAdmin(own.url, async (admin) => {
    const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name')
    await admin.query(`ALTER DATABASE ${rows[0]?.name} SET deadlock_timeout = '20ms'`)
  })
  steps = await openMemberships(undefined, { url: own.url })
  const firmType = await steps.type({ SystemContactTypeId: 2, CoversPeople: true })
  const firmLevel = await steps.level(firmType)
  const ownType = await steps.type()
  const ownLevel = await steps.level(ownType)
  const join = async (contact: number, type: number, level: number) => {
    const { MembershipId } = await steps.join(contact, type, level)
    await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
    return MembershipId
  }
  // The ids of firms and people alternate, so that each is before and after others.
  for (let pair = 0; pair < PAIRS; pair++) {
    const firm = await steps.organization()
    const person = await steps.person()
    subjects.push({
      firm,
      person,
      memberships: [await join(firm, firmType, firmLevel), await join(person, ownType, ownLevel)],
    })
  }
  for (const { firm } of subjects)
    for (const { person } of subjects)
      await steps.caller.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId: firm })
  const where = { tenantId: steps.caller.tenant.id, purpose: null, systemTypeId: 1, fromSystemTypeId: 1 }
  const types = steps.server.database.system.contactRelationshipType
  relationshipTypeId = (await types.findFirstOrThrow({ where })).id
})
afterAll(() => own.drop())

const deadlocks = (): Promise<number> =>
  withAdmin(own.url, async (admin) => {
    const { rows } = await admin.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  })

const {
  post,
  get,
  delete: remove,
} = {
  post: (path: string, body: object) => steps.caller.post(path, body),
  get: (path: string) => steps.caller.get(path),
  delete: (path: string) => steps.caller.delete(path),
}

/** The saves of one writer. Each gets the subject of its turn and another one. */
const SAVE_KINDS: ((one: Subject, other: Subject, name: string) => Promise<LightMyRequestResponse[]>)[] = [
  // A new name of a firm is shown by its people.
  async ({ firm }, _other, name) => {
    const { AuditId } = (await get(`/api/contacts/OrgGeneral/${firm}`)).json()
    return [await post(`/api/contacts/org/${firm}`, { AuditId, OrganizationName: name })]
  },
  async ({ person }, { firm }, name) => {
    const { AuditId } = (await get(`/api/contacts/person/${person}`)).json()
    const roles = [{ OrganizationContactId: firm, Title: name }]
    return [await post(`/api/contacts/person/${person}`, { AuditId, LastName: name, OrganizationsAndRoles: roles })]
  },
  async ({ person }, { firm }, name) => {
    const role = await post(`/api/contacts/${firm}/roles/0`, { ContactId: person, Title: name, IsContact: true })
    return [role, await remove(`/api/contacts/${person}/roles/${role.json().ContactRoleId}`)]
  },
  async ({ person }, other) => {
    const body = { OtherContactId: other.person, ContactRelationshipTypeId: relationshipTypeId }
    const made = await post(`/api/contacts/${person}/relationships/0`, body)
    if (made.statusCode !== 200) return [made]
    return [made, await remove(`/api/contacts/${other.person}/relationships/${made.json().ContactRelationshipId}`)]
  },
  async ({ memberships }) => {
    const made = []
    for (const id of memberships) made.push(await steps.caller.post(`/api/memberships/${id}/suspend`, {}))
    for (const id of memberships) made.push(await steps.caller.post(`/api/memberships/${id}/resume`, {}))
    return made
  },
]

/** What a request can find that another one has just changed. */
const EXPECTED =
  /^200 $|^404 |^409 (stale-audit-id|duplicate|membership-|not-|already-|wrong-status)|^422 (too-many|duplicate|already)/

test(`${SAVES} mixed saves over ${PAIRS} firms and ${PAIRS} people never block each other`, async () => {
  const before = await deadlocks()
  const answers = new Map<string, number>()
  let next = 0
  const write = async () => {
    for (let at = next++; at < SAVES; at = next++) {
      const one = subjects[(at * 7) % PAIRS]
      const other = subjects[(at * 7 + 1 + (at % (PAIRS - 1))) % PAIRS]
      const save = SAVE_KINDS[at % SAVE_KINDS.length]
      if (!one || !other || !save) throw new Error('There is no such subject')
      for (const { statusCode, body } of await save(one, other, `Name ${at}`)) {
        const answer = `${statusCode} ${statusCode === 200 ? '' : JSON.parse(body).code}`
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
  // PostgreSQL counts a deadlock at the latest when the connection ends.
  await steps.server.close()
  console.log(SAVES, 'saves:', Object.fromEntries(answers))
  expect([...answers.keys()].filter((answer) => !EXPECTED.test(answer))).toEqual([])
  expect(answers.get('200 ')).toBeGreaterThan(SAVES / 2)
  expect(await deadlocks()).toBe(before)
})
