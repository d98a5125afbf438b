import { listStatusNames } from '#areas/people/contacts/value-lists.queries'
import type { WorkflowCondition } from '#contract/work/workflows'
import { STEP, type Step, type StepOf } from './step.model.ts'

/** The names of the records that options reference, by id; a deleted record has none. */
export interface StepNames {
  groups: ReadonlyMap<number, string>
  templates: ReadonlyMap<number, string>
  /** The templates without a category, from which recipients cannot unsubscribe. */
  templatesWithoutCategory: ReadonlySet<number>
  /** The signatures that exist. */
  signatures: ReadonlySet<number>
  fields: ReadonlyMap<number, string>
  /** The assignees of follow-ups that are deleted contacts. */
  deletedAssignees: ReadonlySet<number>
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const DELETED = '(deleted)'

/** Characters of a description. The name of a lane adds its side, and must still fit into a field of 2000. */
const MAX_CHARACTERS = 1990

/** Describes a step in words: `Wait 3 days`. */
export const describeStep = (step: Step, names: StepNames): string => {
  const describe = DESCRIPTIONS[step.typeId] as (options: Step['options'], names: StepNames) => string
  const text = describe(step.options, names)
  if (text.length <= MAX_CHARACTERS) return text
  const characters = [...text]
  return characters.length <= MAX_CHARACTERS ? text : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}\u2026`
}

type OptionsOf<T extends Step['typeId']> = StepOf<T>['options']

const groupNames = (ids: readonly number[], { groups }: StepNames): string =>
  ids.map((id) => quoted(groups.get(id) ?? DELETED)).join(', ')

const several = (count: number, what: string): string => (count === 1 ? what : `${what}s`)

const DESCRIPTIONS: { [T in Step['typeId']]: (options: OptionsOf<T>, names: StepNames) => string } = {
  [STEP.wait]: ({ Quantity, Unit }) => `Wait ${Quantity} ${several(Quantity, Unit.slice(0, -1))}`,
  [STEP.waitUntil]: ({ Date: day, Weekday, Time }) =>
    `Wait until ${day ?? `the next ${WEEKDAYS[(Weekday ?? 1) - 1]}`}${Time ? `, ${Time}` : ''}`,
  [STEP.sendEmail]: ({ TemplateId }, { templates }) => `Send the email ${quoted(templates.get(TemplateId) ?? DELETED)}`,
  [STEP.createFollowUpReminder]: ({ Name, DueInDays }) =>
    `Create the task ${quoted(Name ?? '')}, due in ${DueInDays} ${several(DueInDays, 'day')}`,
  [STEP.addToList]: ({ GroupIds }, names) => `Add to ${groupNames(GroupIds, names)}`,
  [STEP.removeFromList]: ({ GroupIds }, names) => `Remove from ${groupNames(GroupIds, names)}`,
  [STEP.moveToList]: ({ FromGroupIds, ToGroupIds }, names) =>
    `Move from ${FromGroupIds?.length ? groupNames(FromGroupIds, names) : 'the sources'} to ${groupNames(ToGroupIds, names)}`,
  [STEP.addTag]: ({ Tags }) => `Add the ${several(Tags.length, 'tag')} ${Tags.map(quoted).join(', ')}`,
  [STEP.logicBranch]: ({ Conditions, MatchAll }, names) =>
    `If ${Conditions.map((one) => describeCondition(one, names)).join(MatchAll ? ' and ' : ' or ')}`,
  [STEP.skipOrGoto]: ({ Action, StepsToSkip, TargetStepId }) => {
    if (Action === 'skip') return `Skip ${StepsToSkip} ${several(StepsToSkip ?? 1, 'step')}`
    return TargetStepId ? `Go to step ${TargetStepId}` : `Go to a step ${DELETED}`
  },
}

const quoted = (text: string): string => `"${text}"`

const invoiceStateOf = (state: string): string => {
  if (state === 'open') return 'an open invoice'
  const days = state.replace('overdue', '')
  return days === '' ? 'an overdue invoice' : `an invoice overdue for more than ${days} days`
}

const sponsorStateOf = (state: string): string => {
  const [, days] = /^ending(\d+)$/.exec(state) ?? []
  if (days) return `a sponsorship that ends within ${days} days`
  return state === 'ended' ? 'an ended sponsorship' : `a ${state} sponsorship`
}

const ORDER_STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['ordered', 'an order'],
  ['pending', 'an order that is not paid'],
  ['partlyRefunded', 'a partly refunded order'],
])

const orderStateOf = (state: string): string => {
  const [, days] = /^ordered(\d+)$/.exec(state) ?? []
  return days ? `an order of the last ${days} days` : (ORDER_STATE_NAMES.get(state) ?? `a ${state} order`)
}

const REGISTRATION_STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['upcoming', 'registered for an event to come'],
  ['upcoming30', 'registered for an event within 30 days'],
  ['unpaid', 'registered for an event without full payment'],
  ['awaitingApproval', 'awaiting approval for an event'],
  ['waiting', 'on the waiting list of an event'],
  ['notCheckedIn', 'expected at an event that has started, and not checked in'],
  ['attended', 'a participant of an event before'],
  ['attended90', 'a participant of an event in the last 90 days'],
  ['attended365', 'a participant of an event in the last 365 days'],
  ['noShow90', 'absent from an event in the last 90 days'],
])

const describeCondition = ({ Type, Operator, Value, CustomFieldId }: WorkflowCondition, names: StepNames): string => {
  const not = Operator === 'ne' ? 'not ' : ''
  switch (Type) {
    case 'inGroup':
      return `${not}in the group ${quoted(names.groups.get(Number(Value)) ?? DELETED)}`
    case 'hasTag':
      return `${not}tagged ${quoted(Value ?? '')}`
    case 'membershipStatus':
      return `membership status is ${not}${listStatusNames(Number(Value)).join(' or ')}`
    case 'invoiceState':
      return `${not}owing ${invoiceStateOf(Value ?? '')}`
    case 'sponsorState':
      return `${not}having ${sponsorStateOf(Value ?? '')}`
    case 'orderState':
      return `${not}having ${orderStateOf(Value ?? '')}`
    case 'orderAmount':
      return `orders of the last 365 days are ${not}at least ${Value}`
    case 'registrationState':
      return `${not}${REGISTRATION_STATE_NAMES.get(Value ?? '') ?? 'registered for an event'}`
    case 'emailOpened':
      return `the email of step ${Value} was ${not}opened`
    case 'emailClicked':
      return `a link in the email of step ${Value} was ${not}clicked`
    case 'customField':
      return `${quoted(names.fields.get(CustomFieldId ?? 0) ?? DELETED)} ${Operator ?? 'eq'} ${quoted(Value ?? '')}`
  }
}
