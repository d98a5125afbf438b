import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

/** All fields of the options of a reminder, which a save by the API stores. */
const REMINDER = ['AssignedToContactId', 'Description', 'DueInDays', 'Name', 'TaskPriorityId', 'TaskTypeId']

/** Expects that the steps of workflows, and their boards, fit their schema. Returns the types of the steps. */
export const expectStepsFit = async (
  caller: TestCaller,
  workflows: readonly { WorkflowId: number }[],
): Promise<Set<string>> => {
  const types = new Set<string>()
  for (const { WorkflowId } of workflows) {
    const read = async (path: string) => (await caller.get(`/api/workflows/${path}`)).json()
    expectShape('getWorkflowStepBoard', await read(`workflowsteps/${WorkflowId}`))
    const steps: { WorkflowStepId: number }[] = await read(`workflowsteps/${WorkflowId}/lookup`)
    expect(steps.length).toBeGreaterThan(3)
    for (const { WorkflowStepId } of steps) {
      const step = await read(`workflowstep/${WorkflowId}/${WorkflowStepId}`)
      expectShape('getWorkflowStep', step)
      const { CreateFollowUpReminderOptions: reminder } = step
      if (reminder) expect(Object.keys(reminder).sort()).toEqual(REMINDER)
      types.add(step.SystemStepTypeId)
    }
  }
  return types
}
