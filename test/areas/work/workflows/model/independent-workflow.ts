// An independent model of workflows: a program of instructions with their successors, run for one contact at a time. It
// uses nothing from src.

export type Node =
  | { kind: 'wait'; hours: number; isActive: boolean }
  | { kind: 'email'; isActive: boolean }
  | { kind: 'tag'; tag: string; isActive: boolean }
  | { kind: 'add' | 'remove'; group: number; isActive: boolean }
  | { kind: 'move'; to: number; isActive: boolean }
  | { kind: 'skip'; count: number; isActive: boolean }
  /** By its index among all nodes. */
  | { kind: 'goto'; target: number; isActive: boolean }
  | { kind: 'branch'; tag: string | null; group: number; isActive: boolean; yes: Node[]; no: Node[] }

export interface Rules {
  /** The groups whose members enter; those of antiSources exclude them. */
  sources: number[]
  antiSources: number[]
  allowRepeatedSteps: boolean
  allowReEntry: boolean
  /** Hours of the day (UTC) in which it runs; null: always. */
  hours: [number, number] | null
}

const HOUR = 3_600_000
const MINUTE = 60_000

interface Instruction {
  node: Node
  /** The following instructions of its lane, and the instruction after the lane. */
  lane: number[]
  outside: number | null
  yes: number | null
  no: number | null
}

/** All nodes, outer ones before those within them: the order in which tests make the steps. */
export const flatten = (lane: readonly Node[]): Node[] =>
  lane.flatMap((node) => (node.kind === 'branch' ? [node, ...flatten(node.yes), ...flatten(node.no)] : [node]))

const compile = (main: readonly Node[]): { program: Instruction[]; start: number | null } => {
  const all = flatten(main)
  const program: Instruction[] = []
  const firstOf = (lane: number[], outside: number | null): number | null =>
    lane.find((at) => all[at]?.isActive) ?? outside
  const lay = (nodes: readonly Node[], outside: number | null): number | null => {
    const positions = nodes.map((node) => all.indexOf(node))
    for (const [at, node] of nodes.entries()) {
      const rest = positions.slice(at + 1)
      const next = firstOf(rest, outside)
      const own: Instruction = { node, lane: rest, outside, yes: null, no: null }
      program[positions[at] ?? 0] = own
      if (node.kind !== 'branch') continue
      own.yes = lay(node.yes, next)
      own.no = lay(node.no, next)
    }
    return firstOf(positions, outside)
  }
  return { program, start: lay(main, null) }
}

export interface ModelRun {
  rotation: number
  state: 'active' | 'completed' | 'optedout'
  at: number | null
  isWaiting: boolean
  due: number
  joinedBy: number[]
  endedAt: number
  visits: Map<number, number>
}

export class ModelContact {
  /** The time at which it entered each of its groups. */
  readonly groups = new Map<number, number>()
  readonly tags = new Set<string>()
  readonly runs: ModelRun[] = []
  /** Emails by the index of their step and the visit, in order. */
  readonly mails: string[] = []

  join(group: number, now: number): void {
    if (!this.groups.has(group)) this.groups.set(group, now)
  }

  get run(): ModelRun | undefined {
    return this.runs.find(({ state }) => state === 'active')
  }
}

export class IndependentWorkflow {
  readonly #rules: Rules
  readonly #program: Instruction[]
  readonly #start: number | null

  constructor(main: readonly Node[], rules: Rules) {
    this.#rules = rules
    const { program, start } = compile(main)
    this.#program = program
    this.#start = start
  }

  isOpen(now: number): boolean {
    const { hours } = this.#rules
    const hour = new Date(now).getUTCHours()
    return hours === null || (hour >= hours[0] && hour < hours[1])
  }

  tick(contacts: readonly ModelContact[], now: number): void {
    if (!this.isOpen(now)) return
    for (const contact of contacts) this.#leave(contact, now)
    for (const contact of contacts) this.#enter(contact, now)
    for (const contact of contacts) this.#advance(contact, now)
  }

  #leave(contact: ModelContact, now: number): void {
    const { run } = contact
    if (!run) return
    const isIn = (groups: readonly number[]) => groups.some((group) => contact.groups.has(group))
    const isOut = run.joinedBy.length > 0 && !isIn(this.#rules.sources)
    if (isIn(this.#rules.antiSources) || isOut) this.#end(run, 'optedout', now)
  }

  #enter(contact: ModelContact, now: number): void {
    const { sources, antiSources, allowReEntry } = this.#rules
    if (this.#start === null || antiSources.some((group) => contact.groups.has(group))) return
    const by = sources.filter((group) => contact.groups.has(group))
    if (by.length === 0 || contact.run) return
    const last = contact.runs.at(-1)
    const joined = Math.max(...by.map((group) => contact.groups.get(group) ?? 0))
    if (last && !(allowReEntry && joined > last.endedAt)) return
    const rotation = (last?.rotation ?? 0) + 1
    const place = { at: this.#start, isWaiting: false, due: now, joinedBy: by }
    contact.runs.push({ rotation, state: 'active', ...place, endedAt: 0, visits: new Map() })
  }

  #advance(contact: ModelContact, now: number): void {
    const { run } = contact
    if (!run || run.due > now || run.at === null) return
    const passed = new Set<number>()
    if (run.isWaiting) {
      passed.add(run.at)
      run.at = this.#after(run.at, 0)
      run.isWaiting = false
    }
    while (run.state === 'active' && !this.#rests(run, passed, now)) {
      const at = run.at ?? 0
      passed.add(at)
      const visits = (run.visits.get(at) ?? 0) + 1
      run.visits.set(at, visits)
      const node = this.#program[at]?.node
      if (node?.kind === 'wait') {
        Object.assign(run, { isWaiting: true, due: now + node.hours * HOUR })
        return
      }
      run.at = this.#do(contact, run, at, now)
    }
  }

  /** Whether it has ended, or has already been at its instruction in this tick. */
  #rests(run: ModelRun, passed: ReadonlySet<number>, now: number): boolean {
    const at = run.at === null ? null : this.#active(run.at)
    run.at = at
    if (at === null || (run.visits.has(at) && !this.#rules.allowRepeatedSteps)) {
      this.#end(run, 'completed', now)
      return true
    }
    if (passed.has(at)) run.due = now + MINUTE
    return passed.has(at)
  }

  /** Performs an instruction. Returns the next one. */
  #do(contact: ModelContact, run: ModelRun, at: number, now: number): number | null {
    const { node, yes, no } = this.#program[at] as Instruction
    switch (node.kind) {
      case 'email':
        contact.mails.push(`${run.rotation}:${at}:${run.visits.get(at)}`)
        return this.#after(at, 0)
      case 'tag':
        contact.tags.add(node.tag)
        return this.#after(at, 0)
      case 'add':
        contact.join(node.group, now)
        return this.#after(at, 0)
      case 'remove':
        contact.groups.delete(node.group)
        run.joinedBy = run.joinedBy.filter((group) => group !== node.group)
        return this.#after(at, 0)
      case 'move':
        for (const group of run.joinedBy) if (group !== node.to) contact.groups.delete(group)
        run.joinedBy = run.joinedBy.filter((group) => group === node.to)
        contact.join(node.to, now)
        return this.#after(at, 0)
      case 'skip':
        return this.#after(at, node.count)
      case 'goto':
        return node.target
      case 'branch':
        return (node.tag === null ? contact.groups.has(node.group) : contact.tags.has(node.tag)) ? yes : no
      default:
        return this.#after(at, 0)
    }
  }

  #after(at: number, leftOut: number): number | null {
    const { lane, outside } = this.#program[at] as Instruction
    return lane.slice(leftOut).find((place) => this.#program[place]?.node.isActive) ?? outside
  }

  /** The instruction itself, or the next one if it is switched off. */
  #active(at: number): number | null {
    return this.#program[at]?.node.isActive ? at : this.#after(at, 0)
  }

  #end(run: ModelRun, state: 'completed' | 'optedout', now: number): void {
    Object.assign(run, { state, at: null, isWaiting: false, endedAt: now })
  }
}
