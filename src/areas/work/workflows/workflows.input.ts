import type { WorkflowEditInput, WorkflowGeneralInput } from '#contract/work/workflows'
import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Workflow } from '#prisma/client'
import type { WorkflowFaults } from './faults.input.ts'
import { SCHEDULE, type Schedule } from './schedule.model.ts'

/** The fields that both ways to save a workflow have in common. */
export type WorkflowInput = Pick<
  WorkflowEditInput & WorkflowGeneralInput,
  | 'Name'
  | 'Description'
  | 'SystemScheduleTypeId'
  | 'DailyScheduleOptions'
  | 'WeeklyScheduleOptions'
  | 'ScheduleOptionsJson'
  | 'IsActive'
  | 'AllowRepeatedSteps'
  | 'AllowReEntry'
>

export interface WorkflowData extends Schedule {
  name: string
  description: string | null
  allowRepeatedSteps: boolean
  allowReEntry: boolean
}

/** Parses JSON text into a shape of the contract. @throws 400. */
export type ParseJson = (text: string, shape: string) => object

/**
 * Parses the id of a path in which 0 creates a record.
 *
 * @throws 404 for digits that cannot be the id of a record.
 */
export const parsePathId = (digits: string, noun: string): number => {
  const id = Number(digits)
  if (id > MAX_ID) throw notFound(noun)
  return id
}

/** Parses a workflow. A field that is left out keeps its value. Adds the faults of the fields. */
export const parseWorkflow = (
  input: WorkflowInput,
  current: Workflow | null,
  parseJson: ParseJson,
  faults: WorkflowFaults,
): WorkflowData => {
  const name = oneLine((input.Name === undefined ? current?.name : input.Name) ?? '')
  if (name === '') faults.add('/Name', 'is required and must not be blank')
  const description = input.Description === undefined ? current?.description : input.Description
  return {
    name,
    description: description?.trim() || null,
    ...parseSchedule(input, current, parseJson, faults),
    allowRepeatedSteps: input.AllowRepeatedSteps ?? current?.allowRepeatedSteps ?? false,
    allowReEntry: input.AllowReEntry ?? current?.allowReEntry ?? false,
  }
}

const optionParts = {
  [SCHEDULE.daily]: 'DailyScheduleOptions',
  [SCHEDULE.weekly]: 'WeeklyScheduleOptions',
} as const

const parseSchedule = (
  input: WorkflowInput,
  current: Workflow | null,
  parseJson: ParseJson,
  faults: WorkflowFaults,
): Schedule => {
  const scheduleTypeId = Number(input.SystemScheduleTypeId ?? 0) || current?.scheduleTypeId
  const none = { startHour: null, endHour: null, weekdays: [] }
  if (!scheduleTypeId) {
    faults.add('/SystemScheduleTypeId', 'is required for a new workflow')
    return { scheduleTypeId: SCHEDULE.continuous, ...none }
  }
  for (const [typeId, part] of Object.entries(optionParts))
    if (Number(typeId) !== scheduleTypeId && input[part]) faults.add(`/${part}`, 'must be null for this schedule type')
  if (scheduleTypeId === SCHEDULE.continuous) return { scheduleTypeId, ...none }
  const part = optionParts[scheduleTypeId === SCHEDULE.daily ? SCHEDULE.daily : SCHEDULE.weekly]
  const options = optionsOf(input, part, parseJson)
  if (options) return parseHours(scheduleTypeId, options, part, faults)
  if (options === undefined && current?.scheduleTypeId === scheduleTypeId) return scheduleOf(current)
  faults.add(`/${part}`, 'is required for this schedule type')
  return { scheduleTypeId, ...none }
}

const scheduleOf = ({ scheduleTypeId, startHour, endHour, weekdays }: Workflow): Schedule => ({
  scheduleTypeId,
  startHour,
  endHour,
  weekdays,
})

interface Hours {
  StartHour: number
  EndHour: number
  Weekdays?: number[]
}

const optionsOf = (
  input: WorkflowInput,
  part: 'DailyScheduleOptions' | 'WeeklyScheduleOptions',
  parseJson: ParseJson,
): Hours | null | undefined => {
  const areLeftOut = input.DailyScheduleOptions === undefined && input.WeeklyScheduleOptions === undefined
  if (!areLeftOut) return input[part]
  if (!input.ScheduleOptionsJson) return undefined
  return parseJson(input.ScheduleOptionsJson, part.replace(/^(\w+)ScheduleOptions$/, 'Workflow$1Schedule')) as Hours
}

const parseHours = (scheduleTypeId: number, options: Hours, part: string, faults: WorkflowFaults): Schedule => {
  const { StartHour: startHour, EndHour: endHour, Weekdays = [] } = options
  if (endHour <= startHour) faults.add(`/${part}/EndHour`, 'must be greater than StartHour')
  return { scheduleTypeId, startHour, endHour, weekdays: [...Weekdays].sort((a, b) => a - b) }
}
