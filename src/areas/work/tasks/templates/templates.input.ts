import type { NewTemplateMilestoneInput, ProjectTemplateInput, TemplateTaskInput } from '#contract/work/projects'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import { oneLine } from '#kernel/text/one-line'
import type { ProjectTemplate } from '#prisma/client'
import { requireNoFaults } from '../tasks.input.ts'
import { DEFAULT_PRIORITY } from '../tasks.model.ts'
import { findWaitingForItself, type TemplateTaskFields } from './templates.model.ts'

/** Parses a template without its milestones and tasks. A field that is left out keeps its value. */
export const parseTemplate = (input: ProjectTemplateInput, current: ProjectTemplate | null) => {
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    typeId: input.ProjectTypeId === undefined ? (current?.typeId ?? null) : input.ProjectTypeId || null,
  }
}

/** Parses the names of the milestones of a new template. @throws 422 name-needed, task-rule for a repeated name. */
export const parseMilestoneNames = (inputs: readonly NewTemplateMilestoneInput[]): string[] => {
  const names = inputs.map(({ Name }, index) => parseName(Name, undefined, `/Milestones/${index}/Name`))
  const faults = names.flatMap((name, index): FieldFault[] => {
    const isRepeated = names.findIndex((other) => nameKeyOf(other) === nameKeyOf(name)) < index
    return isRepeated ? [{ pointer: `/Milestones/${index}/Name`, message: 'must not repeat another name' }] : []
  })
  requireNoFaults(faults)
  return names
}

interface TemplateContext {
  milestones: readonly { id: number; nameKey: string }[]
  /** The built-in type To do. */
  defaultTypeId: number
}

/**
 * Parses the tasks of a template and numbers them by their position.
 *
 * @throws 422 name-needed, task-rule with every fault at once, dependency-cycle.
 */
export const parseTemplateTasks = (
  inputs: readonly TemplateTaskInput[],
  context: TemplateContext,
): TemplateTaskFields[] => {
  const faults: FieldFault[] = []
  const tasks = inputs.map((input, index): TemplateTaskFields => {
    const pointer = (field: string) => `/Tasks/${index}/${field}`
    const startDay = input.StartDay ?? null
    const dueDay = input.DueDay ?? null
    const milestoneId = findMilestone(input, context)
    if (milestoneId === undefined)
      faults.push({ pointer: pointer('MilestoneName'), message: 'must be the name of a milestone of the template' })
    if (startDay !== null && dueDay !== null && dueDay < startDay)
      faults.push({ pointer: pointer('DueDay'), message: 'must not be before StartDay' })
    faults.push(...numberFaults(inputs, index))
    return {
      number: index + 1,
      name: parseName(input.Name, undefined, pointer('Name')),
      description: parseText(input.Description),
      typeId: input.TaskTypeId || context.defaultTypeId,
      priorityId: input.TaskPriorityId ?? DEFAULT_PRIORITY,
      milestoneId: milestoneId ?? null,
      startDay,
      dueDay,
      estimatedHours: Math.round((input.EstimatedHours ?? 0) * 100) / 100,
      parentNumber: input.ParentNumber ?? null,
      dependsOnNumber: input.DependentOnNumber ?? null,
    }
  })
  requireNoFaults(faults)
  requireNoCycle(tasks)
  return tasks
}

/** Finds the milestone with the name, null without a name; undefined if the template has no such milestone. */
const findMilestone = ({ MilestoneName }: TemplateTaskInput, { milestones }: TemplateContext) => {
  const name = oneLine(MilestoneName ?? '')
  if (!name) return null
  return milestones.find(({ nameKey }) => nameKey === nameKeyOf(name))?.id
}

/** Returns the faults of ParentNumber and DependentOnNumber. */
const numberFaults = (inputs: readonly TemplateTaskInput[], index: number): FieldFault[] => {
  const { ParentNumber, DependentOnNumber } = inputs[index] ?? {}
  const numbers = [
    ['ParentNumber', ParentNumber],
    ['DependentOnNumber', DependentOnNumber],
  ] as const
  return numbers.flatMap(([field, number]): FieldFault[] => {
    if (!number) return []
    const pointer = `/Tasks/${index}/${field}`
    if (number > inputs.length || number === index + 1)
      return [{ pointer, message: 'must be the number of another task of the list' }]
    const isSubtask = field === 'ParentNumber' && inputs[number - 1]?.ParentNumber
    return isSubtask ? [{ pointer, message: 'must not be the number of a subtask' }] : []
  })
}

const requireNoCycle = (tasks: readonly TemplateTaskFields[]): void => {
  const index = findWaitingForItself(tasks)
  if (index === undefined) return
  const errors = [{ pointer: `/Tasks/${index}`, message: 'must not wait for itself' }]
  throw ruleRefused('dependency-cycle', 'A task would have to be complete before itself.', errors)
}
