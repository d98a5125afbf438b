import type { WorkflowFlow, WorkflowFlowStep } from '#contract/work/workflow-contacts'
import type { MetricsChart, WorkflowGeneral } from '#contract/work/workflows'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { type FlowLink, type FlowNode, flowChart } from '../charts/flow-chart.ts'
import { lineChart } from '../charts/line-chart.ts'
import { shareChart } from '../charts/share-chart.ts'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { actionForm, link, linkButton } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { dayText, time } from '../parts/times.ts'

export interface WorkflowRecords {
  workflow: WorkflowGeneral
  flow: WorkflowFlow
  /** Its figures of the last 30 days. */
  days: MetricsChart
}

/** A workflow as a chart of its steps, with the contacts at each. */
export const workflowView = (user: ConsoleUser, records: WorkflowRecords): View => {
  const { workflow, flow } = records
  return {
    title: workflow.Name ?? `Workflow ${workflow.WorkflowId}`,
    ...(workflow.Description !== null && { lead: workflow.Description }),
    crumbs: [{ name: 'Workflows', path: '/workflows' }],
    actions: workflowButtons(user, workflow),
    content: html`${pausedNote(user, workflow)}<div class="grid">${panel('State', stateFacts(workflow))}${panel(
      'Contacts',
      contactShares(workflow),
    )}</div>${panel('Steps', flow.Steps.length > 0 ? steps(user, workflow, flow) : NO_STEPS)}${panel(
      'The last 30 days',
      dayChart(records),
    )}`,
  }
}

const workflowButtons = (
  user: ConsoleUser,
  { WorkflowId, AuditId, IsActive, WidgetData, Actions }: WorkflowGeneral,
): Html => {
  const path = `/workflows/${WorkflowId}`
  const verb = IsActive ? 'deactivate' : 'activate'
  const canSwitch = Actions?.some((action) => action === verb) ?? false
  return html`${(WidgetData?.Failed ?? 0) > 0 && user.can('workflows:write') && actionForm(user, { path: `${path}/retry`, label: 'Retry what failed' })}${
    canSwitch &&
    actionForm(user, {
      path: `${path}/${IsActive ? 'off' : 'on'}`,
      label: IsActive ? 'Switch off' : 'Switch on',
      fields: hidden('version', String(AuditId)),
      ...(!IsActive && { kind: 'main' }),
    })
  }${linkButton(user, `${path}/contacts`, 'All contacts')}`
}

const pausedNote = (user: ConsoleUser, { WidgetData }: WorkflowGeneral): Html | false =>
  WidgetData?.PausedDate != null &&
  html`<p class="notice bad">This workflow was switched off by failures, ${time(WidgetData.PausedDate, user)}. ${WidgetData.PausedReason}</p>`

const stateFacts = ({ IsActive, Instruction, WorkflowPosiSources, WorkflowAntiSources }: WorkflowGeneral): Html =>
  facts([
    ['Status', badge(IsActive ? 'On' : 'Off', IsActive ? 'good' : 'calm')],
    ['What prevents it from running', Instruction],
    ['Sources', names(WorkflowPosiSources)],
    ['Left out', names(WorkflowAntiSources)],
  ])

const names = (sources: WorkflowGeneral['WorkflowPosiSources']): string =>
  (sources ?? []).map(({ Name, MemberCount }) => `${Name} (${count(MemberCount)})`).join(', ')

const contactShares = ({ WidgetData }: WorkflowGeneral): Html =>
  shareChart({
    id: 'states',
    title: 'Contacts by state',
    noun: 'contacts',
    shares: [
      { name: 'Active', value: WidgetData?.ActiveInProgram ?? 0 },
      { name: 'Left early', value: WidgetData?.EarlyOptOuts ?? 0 },
      { name: 'Completed', value: WidgetData?.CompletedProgram ?? 0 },
      { name: 'Failed', value: WidgetData?.Failed ?? 0 },
    ],
  })

const NO_STEPS = empty('No steps', 'A workflow needs at least one step before it can be switched on.')

/** Short names of the types of steps. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['Wait', 'Wait'],
  ['WaitUntil', 'Wait'],
  ['SendEmail', 'Mail'],
  ['CreateFollowUpReminder', 'Task'],
  ['AddToList', 'Add to group'],
  ['RemoveFromList', 'Remove from group'],
  ['MoveToList', 'Move to group'],
  ['AddTag', 'Tag'],
  ['LogicBranch', 'Branch'],
  ['SkipOrGotoStep', 'Go to'],
])

const typeWords = (type: string): string => TYPES.get(type) ?? type

const steps = (user: ConsoleUser, { WorkflowId, Name }: WorkflowGeneral, flow: WorkflowFlow): Html => {
  const address = (id: number) => `/workflows/${WorkflowId}/contacts?step=${id}`
  const chart = flowChart({
    id: 'steps',
    title: `Steps of ${Name}`,
    summary:
      'Each box is a step with the number of contacts that are at it. The list under the chart has the same facts.',
    nodes: flowNodes(flow, (id) => addressOf(user.tenant.key, address(id))),
    links: flowLinks(flow),
  })
  return html`${chart}<details><summary>Show as a list</summary>${table({
    caption: 'Steps with their contacts',
    rows: flow.Steps,
    columns: [
      { title: 'Step', cell: ({ WorkflowStepId, Description }) => link(user, address(WorkflowStepId), Description) },
      { title: 'Kind', cell: ({ Type, IsActive }) => `${typeWords(Type)}${IsActive ? '' : ' (off)'}` },
      { title: 'Contacts', kind: 'number', cell: ({ ContactCount }) => count(ContactCount) },
      { title: 'Failed', kind: 'number', cell: ({ FailedCount }) => count(FailedCount) },
      { title: 'Continues with', cell: (step) => followers(step, flow) },
    ],
  })}</details>`
}

const followers = ({ Next }: WorkflowFlowStep, { Steps }: WorkflowFlow): string =>
  Next.map(({ WorkflowStepId, Choice }) => {
    const next = Steps.find((step) => step.WorkflowStepId === WorkflowStepId)
    return `${Choice === null ? '' : `${Choice}: `}${next?.Description ?? 'end'}`
  }).join('; ')

const START = 'start'
const END = 'end'

const flowNodes = ({ Steps }: WorkflowFlow, hrefOf: (id: number) => string): FlowNode[] => [
  { id: START, name: 'Start' },
  ...Steps.map((step) => ({
    id: String(step.WorkflowStepId),
    kind: typeWords(step.Type),
    name: step.Description,
    counts: { active: step.ContactCount, failed: step.FailedCount },
    href: hrefOf(step.WorkflowStepId),
    isOff: !step.IsActive,
  })),
  { id: END, name: 'End' },
]

const flowLinks = ({ FirstStepId, Steps }: WorkflowFlow): FlowLink[] => [
  { from: START, to: nodeId(FirstStepId), label: null },
  ...Steps.flatMap(({ WorkflowStepId, Next }) =>
    Next.map((edge) => ({ from: String(WorkflowStepId), to: nodeId(edge.WorkflowStepId), label: edge.Choice })),
  ),
]

const nodeId = (id: number | null): string => (id === null ? END : String(id))

const dayChart = ({ days }: WorkflowRecords): Html => {
  const data = days.data ?? []
  const series = (days.series ?? []).map(({ Name }, at) => ({
    name: Name ?? '',
    values: data.map(({ Values }) => Values?.[at] ?? 0),
  }))
  // Active contacts are the area; those that entered and completed are lines in front of it.
  const ordered = [...series.slice(1, 2), ...series.slice(0, 1), ...series.slice(2)]
  return lineChart({
    id: 'days',
    title: 'Contacts by day',
    summary: 'For each of the last 30 days: contacts that entered, were active at its end, and completed.',
    categoryTitle: 'Day',
    categories: data.map(({ Category }) => dayText(Category ?? '').replace(/ \d{4}$/, '')),
    series: ordered,
    format: count,
  })
}
