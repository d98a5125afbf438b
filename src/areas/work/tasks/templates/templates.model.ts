/** A task of a template. Days are counted from the first day of the project; numbers are positions in the list, from 1. */
export interface TemplateTaskFields {
  number: number
  name: string
  description: string | null
  typeId: number
  priorityId: number
  milestoneId: number | null
  startDay: number | null
  dueDay: number | null
  estimatedHours: number
  parentNumber: number | null
  dependsOnNumber: number | null
}

/**
 * Finds the first task that would have to be complete before itself: a task waits for the one that it depends on and
 * for its subtasks.
 *
 * @returns its index; undefined if there is no cycle.
 */
export const findWaitingForItself = (tasks: readonly TemplateTaskFields[]): number | undefined =>
  findInCycle(
    tasks.map(({ number, dependsOnNumber }) => [
      ...(dependsOnNumber === null ? [] : [dependsOnNumber - 1]),
      ...tasks.flatMap((other) => (other.parentNumber === number ? [other.number - 1] : [])),
    ]),
  )

/**
 * Finds the first node of a graph from which a path leads back to it; undefined if there is none.
 *
 * @param edges the nodes to which each node leads.
 */
export const findInCycle = (edges: readonly (readonly number[])[]): number | undefined => {
  const index = edges.findIndex((_, start) => {
    const seen = new Set<number>()
    const open = [...(edges[start] ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === start) return true
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(edges[next] ?? []))
    }
    return false
  })
  return index < 0 ? undefined : index
}
