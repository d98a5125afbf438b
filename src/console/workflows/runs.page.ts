import type { WorkflowContact, WorkflowContactRun } from '#contract/work/workflow-contacts'
import type { WorkflowGeneral } from '#contract/work/workflows'
import { type Html, html } from '#services/pages/html'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { statusBadge, type Tone } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { actionForm } from '../parts/forms.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'
import { RUN_STATES } from './contacts.page.ts'

const STEP_STATES: ReadonlyMap<string, readonly [string, Tone]> = new Map([
  ['waiting', ['Waiting', 'calm']],
  ['done', ['Done', 'good']],
  ['skipped', ['Skipped', 'warn']],
  ['failed', ['Failed', 'bad']],
])

/** The runs of one contact through a workflow, step by step. A contact that was merged or deleted has no name here. */
export const contactRunsView = (
  user: ConsoleUser,
  { WorkflowId, Name }: WorkflowGeneral,
  { ContactId, Runs }: WorkflowContact,
  contactName: string | null | undefined,
): View => {
  const path = `/workflows/${WorkflowId}`
  const runs = Runs ?? []
  const isStuck = runs[0]?.State === 'failed' && runs[0].WorkflowStepId !== null
  return {
    title: contactName ?? `Contact ${ContactId}`,
    crumbs: [
      { name: 'Workflows', path: '/workflows' },
      { name: Name ?? `Workflow ${WorkflowId}`, path },
      { name: 'Contacts', path: `${path}/contacts` },
    ],
    ...(isStuck &&
      user.can('workflows:write') && {
        actions: actionForm(user, {
          path: `${path}/contacts/${ContactId}/retry`,
          label: 'Retry the step',
          kind: 'main',
        }),
      }),
    content: html`${runs.map((run) => panel(`Run ${run.Rotation}`, runContent(user, run)))}`,
  }
}

const runContent = (user: ConsoleUser, run: WorkflowContactRun): Html =>
  html`${facts([
    ['State', statusBadge(RUN_STATES, run.State)],
    ['Reason', run.EndReason],
    ['Entered', time(run.EnteredDate, user)],
    ['Ended', run.EndedDate !== null && time(run.EndedDate, user)],
    ['Waits until', run.PendingUntil !== null && time(run.PendingUntil, user)],
  ])}${
    run.Steps && run.Steps.length > 0
      ? table({
          caption: `Steps of run ${run.Rotation}`,
          rows: run.Steps,
          columns: [
            { title: 'Step', cell: (step) => step.Name },
            {
              title: 'Result',
              cell: (step) =>
                html`${statusBadge(STEP_STATES, step.State)}${step.Outcome !== null && html`<span class="sub">${step.Outcome}</span>`}`,
            },
            { title: 'Arrived', cell: (step) => time(step.ArrivedDate, user) },
            { title: 'Done', cell: (step) => time(step.DoneDate, user) },
          ],
        })
      : empty('No step done yet', 'The next run of the workflow does the first one.')
  }`
