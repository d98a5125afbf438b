import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails } from '#test/support/people/contact-parts'
import { runs } from '#test/support/runner/runs'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

interface Type {
  id: number
  near: 1 | 2
  far: 1 | 2
  name: string
  reverseName: string
  isTree: boolean
}

/** The other contact is <type.name> of the contact. */
interface Edge {
  id: number
  near: number
  far: number
  type: Type
}

const typesOf = async (): Promise<Type[]> => {
  const made = { SystemRelationshipTypeId: '1', Name: 'Friend', FromSystemContactTypeId: '1' }
  await bench.mine.post('/api/contactrelationshiptypes/0', made)
  const wanted = ['Parent', 'Spouse', 'Supervisor', 'Employer', 'Parent organization', 'Friend']
  const found = (await bench.mine.get('/api/contactrelationshiptypes')).json() as Json[]
  return found
    .filter(({ Name }) => wanted.includes(String(Name)))
    .map((type) => ({
      id: type.ContactRelationshipTypeId as number,
      near: Number(type.FromSystemContactTypeId) as 1 | 2,
      far: Number(type.SystemRelationshipTypeId) as 1 | 2,
      name: String(type.Name),
      reverseName: String(type.ReverseName),
      isTree: ['Parent', 'Parent organization'].includes(String(type.Name)),
    }))
}

const PEOPLE = 4
const CONTACTS = 6
const kindOf = (place: number) => (place < PEOPLE ? 1 : 2)
const isSame = (one: Omit<Edge, 'id'>, other: Omit<Edge, 'id'>) =>
  one.type === other.type && one.near === other.near && one.far === other.far

const isAbove = (edges: Edge[], type: Type, from: number, wanted: number): boolean =>
  from === wanted ||
  edges.some((edge) => edge.type === type && edge.near === from && isAbove(edges, type, edge.far, wanted))

/** The status of the response to a new relationship, by the rules only. */
const expected = (edges: Edge[], edge: Omit<Edge, 'id'>): number => {
  const { near, far, type } = edge
  if (near === far || kindOf(near) !== type.near || kindOf(far) !== type.far) return 422
  const turned = { type, near: far, far: near }
  const isSymmetric = type.name === type.reverseName
  if (edges.some((known) => isSame(known, edge) || (isSymmetric && isSame(known, turned)))) return 409
  return type.isTree && isAbove(edges, type, far, near) ? 422 : 200
}

const step = fc.record({
  own: fc.nat(CONTACTS - 1),
  other: fc.nat(CONTACTS - 1),
  type: fc.nat(5),
  isReverse: fc.boolean(),
  ends: fc.boolean(),
})

test('saveContactRelationship and deleteContactRelationship keep both sides equal and break no rule', async () => {
  const types = await typesOf()
  expect(types).toHaveLength(6)
  const history = fc.array(step, { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(history, (steps) => live(types, steps)),
    { numRuns: runs(15) },
  )
}, 60_000)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const live = async (types: Type[], steps: Step[]): Promise<void> => {
  const ids: number[] = []
  for (let place = 0; place < CONTACTS; place++)
    ids.push(await (kindOf(place) === 1 ? bench.person() : bench.organization()))
  let edges: Edge[] = []
  for (const { own, other, type: typeAt, isReverse, ends } of steps) {
    const own_ = ids[own]
    const last = edges.find(({ near, far }) => near === own || far === own)
    if (ends && last) {
      expect((await bench.mine.delete(`/api/contacts/${own_}/relationships/${last.id}`)).statusCode).toBe(200)
      edges = edges.filter((edge) => edge !== last)
      continue
    }
    const type = types[typeAt] as Type
    const edge = { near: isReverse ? other : own, far: isReverse ? own : other, type }
    const body = { OtherContactId: ids[other], ContactRelationshipTypeId: type.id, IsReverse: isReverse }
    const answer = await bench.mine.post(`/api/contacts/${own_}/relationships/0`, body)
    expect(answer.statusCode, answer.body).toBe(expected(edges, edge))
    if (answer.statusCode === 200) edges.push({ id: answer.json().ContactRelationshipId, ...edge })
  }
  for (const [place, id] of ids.entries()) expect(await seenBy(id)).toEqual(sorted(viewOf(edges, ids, place)))
}

const sorted = (views: unknown[][]) => views.map((view) => view.join(' | ')).sort()

const seenBy = async (id: number) => {
  const rows = (await bench.mine.get(`/api/contacts/${id}/relationships`)).json() as Json[]
  return sorted(
    rows.map((row) => [row.ContactRelationshipId, row.OtherContactId, row.Type, row.ReverseType, row.IsReverse]),
  )
}

const viewOf = (edges: Edge[], ids: number[], own: number) =>
  edges.flatMap(({ id, near, far, type }) => {
    if (near === own) return [[id, ids[far], type.name, type.reverseName, false]]
    return far === own ? [[id, ids[near], type.reverseName, type.name, true]] : []
  })
