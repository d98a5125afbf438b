import { expect, test } from 'vitest'
import type { DueRun, StepResult } from '#areas/work/workflows/engine/run.model'
import { advanceRuns } from '#areas/work/workflows/engine/run-path.model'
import { Board } from '#areas/work/workflows/steps/board.model'
import { STEP, type Step } from '#areas/work/workflows/steps/step.model'

const ARRIVED = new Date('2026-03-02T09:00:00Z')
const NOW = new Date('2026-03-02T10:00:00Z')
const TAG = 51
const GOTO = 62

const place = { auditId: 1, workflowId: 7, logicStepId: null, isInverse: false, isActive: true }
const tag: Step = { ...place, id: TAG, position: 1, typeId: STEP.addTag, options: { Tags: ['Met'] } }
const goto: Step = {
  ...place,
  id: GOTO,
  position: 2,
  typeId: STEP.skipOrGoto,
  options: { Action: 'goto', StepsToSkip: null, TargetStepId: TAG },
}
const board = new Board([tag, goto])

/** Advances a run at the tag, to which the goto leads back, after visits to both. */
const advance = async (visits: number, allowRepeatedSteps: boolean) => {
  const run: DueRun = {
    runId: 3,
    contactId: 4,
    rotation: 1,
    sourceIds: [],
    name: 'Ada',
    firstName: 'Ada',
    emailAddress: null,
    isDeleted: false,
    stepId: TAG,
    visit: visits + 1,
    isWaiting: false,
    arrivedAt: ARRIVED,
    visits: visits === 0 ? {} : { [TAG]: visits, [GOTO]: visits },
  }
  const result: StepResult = { state: 'done', next: undefined }
  const { logs, states } = await advanceRuns([run], { board, allowRepeatedSteps, now: NOW }, async (step) => {
    return new Map([[run.runId, { ...result, next: step.id === TAG ? goto : tag }]])
  })
  return { logs: logs.map(({ stepId, visit, arrivedAt }) => [stepId, visit, arrivedAt]), state: states.get(run.runId) }
}

test('a loop without a wait repeats after a minute, as the next visit', async () => {
  expect(await advance(3, true)).toEqual({
    logs: [
      [TAG, 4, ARRIVED],
      [GOTO, 4, NOW],
    ],
    state: {
      state: 'active',
      stepId: TAG,
      visit: 5,
      isWaiting: false,
      arrivedAt: NOW,
      dueAt: new Date('2026-03-02T10:01:00Z'),
    },
  })
})

test('a run without repeated steps completes when it arrives at a step again', async () => {
  expect((await advance(0, false)).state).toEqual({ state: 'completed', reason: null })
})

test('a run does a step a thousand times at most, then fails', async () => {
  const failed = { state: 'failed', reason: `The contact arrived at step ${TAG} more than 1000 times.` }
  expect((await advance(998, true)).state).toMatchObject({ state: 'active', visit: 1000 })
  const last = await advance(999, true)
  expect([last.logs[0], last.state]).toEqual([[TAG, 1000, ARRIVED], failed])
  expect(await advance(1000, true)).toEqual({ logs: [], state: failed })
})
