import fc from 'fast-check'
import { flatten, type Node, type Rules } from './independent-workflow.ts'

/** Groups by their index; those from the third on are not sources. */
export const GROUPS = 4
export const CONTACTS = 3
const TAGS = ['Red', 'Green', 'Blue']

const tag = fc.constantFrom(...TAGS)
const group = fc.nat(GROUPS - 1)
const isActive = fc.integer({ min: 0, max: 9 }).map((n) => n > 0)

const leaf: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }), isActive }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('email' as const), isActive }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tag' as const), tag, isActive }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), group, isActive }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), to: group, isActive }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('skip' as const), count: fc.integer({ min: 1, max: 3 }), isActive }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('goto' as const), target: fc.nat(100), isActive }) },
)

const lane = (depth: number): fc.Arbitrary<Node[]> =>
  fc.array(depth === 0 ? leaf : fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: branch(depth) }), {
    minLength: depth === 2 ? 1 : 0,
    maxLength: 5,
  })

const branch = (depth: number): fc.Arbitrary<Node> =>
  fc.record({
    kind: fc.constant('branch' as const),
    tag: fc.option(tag, { nil: null }) as fc.Arbitrary<string | null>,
    group,
    isActive,
    yes: lane(depth - 1),
    no: lane(depth - 1),
  })

/** Gotos point to an existing node. */
const aimed = (nodes: Node[]): Node[] => {
  const all = flatten(nodes)
  for (const node of all) if (node.kind === 'goto') node.target %= all.length
  return nodes
}

const rules: fc.Arbitrary<Rules> = fc.record({
  sources: fc.constantFrom([0], [0, 1]),
  antiSources: fc.constantFrom([], [2]),
  allowRepeatedSteps: fc.boolean(),
  allowReEntry: fc.boolean(),
  hours: fc.constantFrom(null, [8, 18] as [number, number]),
})

/** A contact enters or leaves a group after this number of hours. */
export interface Happening {
  hour: number
  contact: number
  group: number
  isComing: boolean
}

export interface Story {
  main: Node[]
  rules: Rules
  happenings: Happening[]
}

const happening: fc.Arbitrary<Happening> = fc.record({
  hour: fc.nat(14 * 24),
  contact: fc.nat(CONTACTS - 1),
  group: fc.nat(2),
  isComing: fc.integer({ min: 0, max: 2 }).map((n) => n > 0),
})

export const stories: fc.Arbitrary<Story> = fc.record({
  main: lane(2)
    .map(aimed)
    .filter((nodes) => nodes.some((node) => node.isActive)),
  rules,
  happenings: fc.array(happening, { minLength: 3, maxLength: 20 }),
})
