import type { TemplateTaskInput } from '#contract/work/projects'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import { nameKeyOf, readName, readText } from '../names.input.ts'
import { USUAL_PRIORITY } from '../task-values.ts'
import { refuse } from '../tasks.input.ts'
import { firstInCircle } from './circles.ts'

/** A task of a template as its row holds it. */
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

interface Surroundings {
  /** Milestones of the template. */
  milestones: readonly { id: number; nameKey: string }[]
  /** The built-in type To do. */
  usualTypeId: number
}

/**
 * The tasks that a save gives a template, numbered by their place.
 *
 * @throws 422 name-needed, task-rule with every fault at once, dependency-cycle.
 */
export const readTemplateTasks = (
  inputs: readonly TemplateTaskInput[],
  { milestones, usualTypeId }: Surroundings,
): TemplateTaskFields[] => {
  const faults: FieldFault[] = []
  const tasks = inputs.map((input, place): TemplateTaskFields => {
    const at = (field: string) => `/Tasks/${place}/${field}`
    const wanted = oneLine(input.MilestoneName ?? '')
    const milestone = milestones.find(({ nameKey }) => nameKey === nameKeyOf(wanted))
    if (wanted && !milestone) faults.push({ pointer: at('MilestoneName'), message: 'is no milestone of the template' })
    const [startDay, dueDay] = [input.StartDay ?? null, input.DueDay ?? null]
    if (startDay !== null && dueDay !== null && dueDay < startDay)
      faults.push({ pointer: at('DueDay'), message: 'must not be before StartDay' })
    faults.push(...placeFaults(inputs, place))
    return {
      number: place + 1,
      name: readName(input.Name, undefined, at('Name')),
      description: readText(input.Description),
      typeId: input.TaskTypeId || usualTypeId,
      priorityId: input.TaskPriorityId ?? USUAL_PRIORITY,
      milestoneId: milestone?.id ?? null,
      startDay,
      dueDay,
      estimatedHours: Math.round((input.EstimatedHours ?? 0) * 100) / 100,
      parentNumber: input.ParentNumber ?? null,
      dependsOnNumber: input.DependentOnNumber ?? null,
    }
  })
  refuse(faults)
  refuseCircle(tasks)
  return tasks
}

/** What is wrong with the places that a task names. */
const placeFaults = (inputs: readonly TemplateTaskInput[], place: number): FieldFault[] => {
  const faults: FieldFault[] = []
  const { ParentNumber: parent, DependentOnNumber: on } = inputs[place] ?? {}
  for (const [field, number] of [
    ['ParentNumber', parent],
    ['DependentOnNumber', on],
  ] as const) {
    if (!number) continue
    const pointer = `/Tasks/${place}/${field}`
    if (number > inputs.length || number === place + 1)
      faults.push({ pointer, message: 'must be the place of another task of the list' })
    else if (field === 'ParentNumber' && inputs[number - 1]?.ParentNumber)
      faults.push({ pointer, message: 'must not be a subtask itself' })
  }
  return faults
}

const refuseCircle = (tasks: readonly TemplateTaskFields[]): void => {
  const needs = tasks.map(({ number, dependsOnNumber }) => [
    ...(dependsOnNumber === null ? [] : [dependsOnNumber - 1]),
    ...tasks.flatMap((other) => (other.parentNumber === number ? [other.number - 1] : [])),
  ])
  const place = firstInCircle(needs)
  if (place === undefined) return
  const errors = [{ pointer: `/Tasks/${place}`, message: 'waits for itself' }]
  throw ruleRefused('dependency-cycle', 'A task would have to be complete before itself.', errors)
}
