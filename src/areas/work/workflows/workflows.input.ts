import type { WorkflowEditInput, WorkflowGeneralInput, WorkflowSourceInput } from '#contract/work/workflows'
import { oneLine } from '#kernel/text/one-line'
import type { Workflow } from '#prisma/client'
import { SCHEDULE, type Schedule } from './schedule.model.ts'
import type { WorkflowFaults } from './faults.input.ts'

/** What either way of saving a workflow says of it. */
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

/** The columns that a save writes. */
export interface WorkflowData extends Schedule {
  name: string
  description: string | null
  allowRepeatedSteps: boolean
  allowReEntry: boolean
}

/** Reads the schedule's options as JSON text into a shape of the contract; throws 400 where it does not hold it. */
export type ReadScheduleJson = (text: string, shape: string) => object

/** What the input makes of a workflow; what it leaves out stays. */
export const readWorkflow = (
  input: WorkflowInput,
  current: Workflow | undefined,
  readJson: ReadScheduleJson,
  faults: WorkflowFaults,
): WorkflowData => {
  const name = oneLine((input.Name === undefined ? current?.name : input.Name) ?? '')
  if (name === '') faults.add('/Name', 'is needed and must not be blank')
  const description = input.Description === undefined ? current?.description : input.Description
  return {
    name,
    description: description?.trim() || null,
    ...readSchedule(input, current, readJson, faults),
    allowRepeatedSteps: input.AllowRepeatedSteps ?? current?.allowRepeatedSteps ?? false,
    allowReEntry: input.AllowReEntry ?? current?.allowReEntry ?? false,
  }
}

const optionParts = {
  [SCHEDULE.daily]: 'DailyScheduleOptions',
  [SCHEDULE.weekly]: 'WeeklyScheduleOptions',
} as const

const readSchedule = (
  input: WorkflowInput,
  current: Workflow | undefined,
  readJson: ReadScheduleJson,
  faults: WorkflowFaults,
): Schedule => {
  const scheduleTypeId = Number(input.SystemScheduleTypeId ?? 0) || current?.scheduleTypeId
  const none = { startHour: null, endHour: null, weekdays: [] }
  if (!scheduleTypeId) {
    faults.add('/SystemScheduleTypeId', 'is needed for a new workflow')
    return { scheduleTypeId: SCHEDULE.continuous, ...none }
  }
  for (const [typeId, part] of Object.entries(optionParts))
    if (Number(typeId) !== scheduleTypeId && input[part]) faults.add(`/${part}`, 'is not for this schedule')
  if (scheduleTypeId === SCHEDULE.continuous) return { scheduleTypeId, ...none }
  const part = optionParts[scheduleTypeId === SCHEDULE.daily ? SCHEDULE.daily : SCHEDULE.weekly]
  const options = optionsOf(input, part, readJson)
  if (options) return checked(scheduleTypeId, options, part, faults)
  if (options === undefined && current?.scheduleTypeId === scheduleTypeId) return hoursOf(current)
  faults.add(`/${part}`, 'is needed for this schedule')
  return { scheduleTypeId, ...none }
}

const hoursOf = ({ scheduleTypeId, startHour, endHour, weekdays }: Workflow): Schedule => ({
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
  readJson: ReadScheduleJson,
): Hours | null | undefined => {
  const areLeftOut = input.DailyScheduleOptions === undefined && input.WeeklyScheduleOptions === undefined
  if (!areLeftOut) return input[part]
  if (!input.ScheduleOptionsJson) return undefined
  return readJson(input.ScheduleOptionsJson, part.replace(/^(\w+)ScheduleOptions$/, 'Workflow$1Schedule')) as Hours
}

const checked = (scheduleTypeId: number, options: Hours, part: string, faults: WorkflowFaults): Schedule => {
  const { StartHour: startHour, EndHour: endHour, Weekdays = [] } = options
  if (endHour <= startHour) faults.add(`/${part}/EndHour`, 'must be above StartHour')
  return { scheduleTypeId, startHour, endHour, weekdays: [...Weekdays].sort((a, b) => a - b) }
}

/** A group that is to feed a workflow or to be kept out, and the place that names it. */
export interface WantedSource {
  groupId: number
  isAnti: boolean
  pointer: string
}

/** One list in which each entry says itself whether it keeps out; undefined leaves the sources as they are. */
export const sourcesOfList = (sent: readonly WorkflowSourceInput[] | null | undefined): WantedSource[] | undefined =>
  sent === undefined
    ? undefined
    : (sent ?? []).map(({ GroupId, IsAnti }, at) => ({
        groupId: GroupId,
        isAnti: IsAnti ?? false,
        pointer: `/WorkflowSources/${at}/GroupId`,
      }))

/** Two lists; of one that is left out the stored part stays. */
export const sourcesOfLists = (
  { WorkflowPosiSources: posi, WorkflowAntiSources: anti }: WorkflowGeneralInput,
  stored: readonly { groupId: number; isAnti: boolean }[],
): WantedSource[] | undefined => {
  if (posi === undefined && anti === undefined) return undefined
  const wanted = (sent: readonly WorkflowSourceInput[] | null | undefined, isAnti: boolean, name: string) =>
    sent === undefined
      ? stored.filter((one) => one.isAnti === isAnti).map(({ groupId }) => ({ groupId, isAnti, pointer: `/${name}` }))
      : (sent ?? []).map(({ GroupId }, at) => ({ groupId: GroupId, isAnti, pointer: `/${name}/${at}/GroupId` }))
  return [...wanted(posi, false, 'WorkflowPosiSources'), ...wanted(anti, true, 'WorkflowAntiSources')]
}
