import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
let person: number
let firm: number
let staff: number
let otherStaff: number
const types = new Map<string, number>()
beforeAll(async () => {
  bench = await openDetails()
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  ;[person, firm] = [await bench.person(), await bench.organization()]
  ;[staff, otherStaff] = [await bench.person(), await bench.person()]
  await system.contact.updateMany({ where: { tenantId, id: { in: [staff, otherStaff] } }, data: { isStaff: true } })
  for (const { name, id } of await system.contactRelationshipType.findMany({ where: { tenantId } })) types.set(name, id)
})
afterAll(() => bench.server.close())

const made = async (url: string, id: string, body: Json): Promise<number> => {
  const answer = await bench.mine.post(`/api/contacts/${url}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()[id]
}

/** A request that changes a part of a contact; `{id}` in its path is the id of the part that the request before made. */
type Step = ['post', path: string, body: Json] | ['delete', path: string]

interface PartSteps {
  part: string
  /** The field that contains the id of the part. */
  id?: string
  steps: () => Promise<Step[]> | Step[]
}

/** Adds two parts, saves the second one without a new value, and changes it. */
const added = (path: string, one: Json, two: Json, change: Json): Step[] => [
  ['post', `${path}/0`, one],
  ['post', `${path}/0`, two],
  ['post', `${path}/{id}`, {}],
  ['post', `${path}/{id}`, change],
]
const savesNothing = ([method, path, body]: Step) =>
  method === 'post' && path.endsWith('/{id}') && Object.keys(body ?? {}).length === 0
const primary = (path: string): Step => ['post', `${path}/{id}/primary`, {}]
const removed = (path: string): Step => ['delete', `${path}/{id}`]

const PARTS: [path: string, PartSteps][] = [
  [
    'emails',
    {
      part: 'emails',
      id: 'EmailAddressId',
      steps: () => [
        ...added(
          'emails',
          { EmailAddress: 'a@x.example' },
          { EmailAddress: 'b@x.example' },
          { EmailAddress: 'c@x.example' },
        ),
        primary('emails'),
        removed('emails'),
      ],
    },
  ],
  [
    'phones',
    {
      part: 'phones',
      id: 'PhoneId',
      steps: () => [
        ...added('phones', { Phone: '202 456 1111' }, { Phone: '202 456 2222' }, { Phone: '202 456 3333' }),
        primary('phones'),
        removed('phones'),
      ],
    },
  ],
  [
    'websites',
    {
      part: 'websites',
      id: 'WebAddressId',
      steps: () => [
        ...added(
          'websites',
          { Url: 'https://one.example' },
          { Url: 'https://two.example' },
          { Url: 'https://three.example' },
        ),
        primary('websites'),
        removed('websites'),
      ],
    },
  ],
  [
    'addresses',
    {
      part: 'addresses',
      id: 'ContactAddressId',
      steps: () => [
        ...added('addresses', { City: 'Oslo' }, { City: 'Bergen' }, { City: 'Voss' }),
        primary('addresses'),
        removed('addresses'),
      ],
    },
  ],
  [
    'designations',
    {
      part: 'designations',
      id: 'ContactDesignationId',
      steps: () => [
        ...added('designations', { Code: 'CPA' }, { Code: 'MD' }, { Code: 'PhD' }),
        removed('designations'),
      ],
    },
  ],
  [
    'activities',
    {
      part: 'activities',
      id: 'ContactActivityId',
      steps: () => {
        const call = { ActivityTypeId: 2, Description: 'Rang' }
        return [...added('activities', call, call, { Description: 'Wrote' }), removed('activities')]
      },
    },
  ],
  [
    'records',
    {
      part: 'records',
      id: 'ContactRecordId',
      steps: () => [
        ...added(
          'records',
          { Kind: 'experience', Name: 'Cook' },
          { Kind: 'project', Name: 'Bridge' },
          { Name: 'Tunnel' },
        ),
        removed('records'),
      ],
    },
  ],
  [
    'roles',
    {
      part: 'roles',
      id: 'ContactRoleId',
      steps: () => [
        ...added(
          'roles',
          { OrganizationContactId: firm },
          { OrganizationContactId: firm, Title: 'Chair' },
          { Title: 'Clerk' },
        ),
        removed('roles'),
      ],
    },
  ],
  [
    'relationships',
    {
      part: 'relationships',
      id: 'ContactRelationshipId',
      steps: () => {
        const to = (type: string) => ({ OtherContactId: person, ContactRelationshipTypeId: types.get(type) })
        return [
          ...added('relationships', to('Spouse'), to('Supervisor'), {
            ContactRelationshipTypeId: types.get('Sibling'),
          }),
          removed('relationships'),
        ]
      },
    },
  ],
  [
    'assignedcontacts',
    {
      part: 'relationships',
      id: 'ContactRelationshipId',
      steps: async () => {
        const type = { SystemRelationshipTypeId: '3', Name: 'Key account manager' }
        const second = await bench.mine.post('/api/contactrelationshiptypes/0', type)
        const by = (ContactRelationshipTypeId: unknown) => ({ StaffContactId: staff, ContactRelationshipTypeId })
        const both = added(
          'assignedcontacts',
          by(types.get('Account manager')),
          by(second.json().ContactRelationshipTypeId),
          { StaffContactId: otherStaff },
        )
        return [...both, removed('assignedcontacts')]
      },
    },
  ],
  [
    'certifications',
    {
      part: 'certifications',
      id: 'CertificationContactId',
      steps: async () => {
        const rules = { CertificationCompletionType: 2, RequiredAmount: 3, RequireAdminReview: true }
        const one = await made('certifications/0', 'CertificationId', { Name: 'Planner', ...rules })
        const two = await made('certifications/0', 'CertificationId', { Name: 'Welder', ...rules })
        return [
          ...added(
            'certifications',
            { CertificationId: one },
            { CertificationId: two, CreditsEarned: 3 },
            { CreditsEarned: 4 },
          ),
          ['post', 'certifications/{id}/review', { IsApproved: true }],
          removed('certifications'),
        ]
      },
    },
  ],
  ['tags', { part: 'tags', id: 'TagId', steps: () => [['post', 'tags', { Name: 'vip' }], removed('tags')] }],
  [
    'categories',
    {
      part: 'categories',
      id: 'CategoryItemId',
      steps: async () => {
        const list = await made('categorylists/0', 'CategoryListId', { CategoryTypeId: 3, Name: 'Trades' })
        const item = await made(`categorylists/${list}/items/0`, 'CategoryItemId', { Name: 'Bakers' })
        return [['post', `categories/${item}`, {}], removed('categories')]
      },
    },
  ],
  [
    'image',
    {
      part: 'image',
      steps: () => [
        ['post', 'image', { Url: 'https://img.example/a.png' }],
        ['delete', 'image'],
      ],
    },
  ],
]

const send = (contactId: number, [method, path, body]: Step, last: Json, id: unknown) => {
  const url = `/api/contacts/${contactId}/${path.replace('{id}', String(id))}`
  const { AuditId, ContactRoleAuditId } = last
  return method === 'delete'
    ? bench.mine.delete(url)
    : bench.mine.post(url, path.includes('{id}') ? { ...body, AuditId, ContactRoleAuditId } : (body ?? {}))
}

describe('POST and DELETE /api/contacts/{contactId}/...: changes of the parts of a contact', () => {
  test.each(PARTS)('%s: each change increments the version, and is recorded as one of its part', async (_, part) => {
    const contactId = await bench.person()
    const stranger = await bench.person()
    let last: Json = {}
    let id: unknown
    let version = 1
    const steps = await part.steps()
    for (const step of steps) {
      if (step[1].includes('{id}'))
        expect(await refusal(send(stranger, step, last, id)), step[1]).toEqual([404, 'not-found'])
      const answer = await send(contactId, step, last, id)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.headers.etag, step[1]).toBe(`"${++version}"`)
      last = answer.json()
      if (part.id && step[0] === 'post') id = last[part.id]
    }
    const where = { tenantId: bench.mine.tenant.id, entity: 'contact', entityId: contactId, auditId: { gt: 1 } }
    const orderBy = { id: 'asc' } as const
    const entries = await bench.server.database.system.auditEntry.findMany({ where, orderBy })
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy })
    const versions = Array.from({ length: version - 1 }, (_, n) => n + 2)
    // A save without a new value lists nothing.
    expect(entries.map(({ auditId, changes }) => [auditId, Object.keys(changes as object)])).toEqual(
      steps.map((step, n) => [n + 2, savesNothing(step) ? [] : [part.part]]),
    )
    // A deletion lists the last values; tags and categories have none beside what they are.
    if (!['tags', 'categories'].includes(part.part))
      expect(entries.at(-1)?.changes).toEqual({ [part.part]: { old: expect.any(Object), new: null } })
    expect(events.map(({ kind, auditId, payload }) => [kind, auditId, (payload as Json).part])).toEqual(
      versions.map((auditId) => ['contact.updated', auditId, part.part]),
    )
    expect(await bench.version(stranger)).toBe(1)
  })
})
