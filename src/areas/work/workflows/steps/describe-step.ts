import type { WorkflowCondition } from '../../../../contract/work/workflows.ts'
import type { Step } from './step-options.ts'
import { STEP } from './step-types.ts'

/** The names behind the ids that options hold; what is gone has none. */
export interface StepNames {
  groups: ReadonlyMap<number, string>
  templates: ReadonlyMap<number, string>
  fields: ReadonlyMap<number, string>
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const gone = '(deleted)'

/** What a step does, in words: `Waits 3 days.` */
export const describeStep = (step: Step, names: StepNames): string => {
  const groups = (ids: readonly number[]): string => ids.map((id) => quoted(names.groups.get(id) ?? gone)).join(', ')
  switch (step.typeId) {
    case STEP.wait: {
      const { Quantity, Unit } = step.options
      return `Wait ${Quantity} ${Quantity === 1 ? Unit.slice(0, -1) : Unit}`
    }
    case STEP.waitUntil: {
      const { Date: day, Weekday, Time } = step.options
      return `Wait until ${day ?? `the next ${WEEKDAYS[(Weekday ?? 1) - 1]}`}${Time ? `, ${Time}` : ''}`
    }
    case STEP.sendEmail:
      return `Send the email ${quoted(names.templates.get(step.options.TemplateId) ?? gone)}`
    case STEP.createFollowUpReminder:
      return `Create the task ${quoted(step.options.Name ?? '')}, due in ${step.options.DueInDays} days`
    case STEP.addToList:
      return `Add to ${groups(step.options.GroupIds)}`
    case STEP.removeFromList:
      return `Remove from ${groups(step.options.GroupIds)}`
    case STEP.moveToList: {
      const { FromGroupIds, ToGroupIds } = step.options
      return `Move from ${FromGroupIds?.length ? groups(FromGroupIds) : 'the sources'} to ${groups(ToGroupIds)}`
    }
    case STEP.addTag:
      return `Add ${step.options.Tags.length === 1 ? 'the tag' : 'the tags'} ${step.options.Tags.map(quoted).join(', ')}`
    case STEP.logicBranch: {
      const { Conditions, MatchAll } = step.options
      return `If ${Conditions.map((one) => describeCondition(one, names)).join(MatchAll ? ' and ' : ' or ')}`
    }
    case STEP.skipOrGoto: {
      const { Action, StepsToSkip, TargetStepId } = step.options
      if (Action === 'skip') return `Skip ${StepsToSkip} ${StepsToSkip === 1 ? 'step' : 'steps'}`
      return TargetStepId ? `Go to step ${TargetStepId}` : `Go to a step ${gone}`
    }
  }
}

const quoted = (text: string): string => `"${text}"`

const describeCondition = ({ Type, Operator, Value, CustomFieldId }: WorkflowCondition, names: StepNames): string => {
  const not = Operator === 'ne' ? 'not ' : ''
  switch (Type) {
    case 'inGroup':
      return `${not}in the group ${quoted(names.groups.get(Number(Value)) ?? gone)}`
    case 'hasTag':
      return `${not}tagged ${quoted(Value ?? '')}`
    case 'membershipStatus':
      return `membership status ${not}in ${Value}`
    case 'emailOpened':
      return `the email of step ${Value} was ${not}opened`
    case 'emailClicked':
      return `a link in the email of step ${Value} was ${not}clicked`
    case 'customField':
      return `${quoted(names.fields.get(CustomFieldId ?? 0) ?? gone)} ${Operator ?? 'eq'} ${quoted(Value ?? '')}`
  }
}
