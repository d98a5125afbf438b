import type { WorkflowEditInput, WorkflowGeneralInput, WorkflowSourceInput } from '#contract/work/workflows'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, notFound, type Problem, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import type { Workflow } from '#prisma/client'
import { SCHEDULE, type Schedule } from './workflows.model.ts'

/** Collects the faults of a workflow or step that is to be saved, each with its pointer, for one response. */
export class WorkflowFaults {
  readonly #faults: FieldFault[] = []

  add(pointer: string, message: string): void {
    this.#faults.push({ pointer, message })
  }

  /** Returns the 422 `workflow-rule` with all faults. */
  problem(): Problem {
    return ruleRefused('workflow-rule', 'The workflow breaks rules. Correct the fields in errors.', this.#faults)
  }

  /** @throws 422 `workflow-rule` if there are faults. */
  throwIfAny(): void {
    if (this.#faults.length > 0) throw this.problem()
  }
}

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

/** A group that a save requests as a source or an anti-source, with the pointer to its field. */
export interface RequestedSource {
  groupId: number
  isAnti: boolean
  pointer: string
}

/** Parses one list with sources and anti-sources; undefined keeps the stored ones. */
export const parseSourceList = (
  sent: readonly WorkflowSourceInput[] | null | undefined,
): RequestedSource[] | undefined =>
  sent === undefined
    ? undefined
    : (sent ?? []).map(({ GroupId, IsAnti }, at) => ({
        groupId: GroupId,
        isAnti: IsAnti ?? false,
        pointer: `/WorkflowSources/${at}/GroupId`,
      }))

/** Parses a list of sources and one of anti-sources; a list that is left out keeps its stored part. */
export const parseSourceLists = (
  { WorkflowPosiSources: posi, WorkflowAntiSources: anti }: WorkflowGeneralInput,
  stored: readonly { groupId: number; isAnti: boolean }[],
): RequestedSource[] | undefined => {
  if (posi === undefined && anti === undefined) return undefined
  const requested = (sent: readonly WorkflowSourceInput[] | null | undefined, isAnti: boolean, name: string) =>
    sent === undefined
      ? stored.filter((one) => one.isAnti === isAnti).map(({ groupId }) => ({ groupId, isAnti, pointer: `/${name}` }))
      : (sent ?? []).map(({ GroupId }, at) => ({ groupId: GroupId, isAnti, pointer: `/${name}/${at}/GroupId` }))
  return [...requested(posi, false, 'WorkflowPosiSources'), ...requested(anti, true, 'WorkflowAntiSources')]
}
