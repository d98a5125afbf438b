import { badInput, ruleRefused } from '#kernel/errors/problem'
import { COMPLETION, isReached, type Progress, type Rules, STATUS } from './certifications.model.ts'

/**
 * The status that follows from progress and from what the caller asks for (`wanted`; undefined leaves it to the
 * progress). Completed and expired are given by the server alone.
 *
 * @throws 422 status-fixed where the wanted status cannot follow.
 */
export const nextStatus = (rules: Rules, progress: Progress, wanted: number | undefined): number => {
  if (wanted === STATUS.withdrawn) return STATUS.withdrawn
  if (wanted === undefined && progress.status === STATUS.withdrawn) return STATUS.withdrawn
  return rules.completionTypeId === COMPLETION.review
    ? statusByReview(progress.status, wanted)
    : statusByAmount(rules, progress, wanted)
}

const statusByReview = (current: number, wanted: number | undefined): number => {
  if (wanted === undefined) return current
  if (wanted === STATUS.inProgress || wanted === STATUS.awaitingReview) return wanted
  throw fixed()
}

const statusByAmount = (rules: Rules, progress: Progress, wanted: number | undefined): number => {
  const follows = statusOfAmount(rules, progress)
  // Asking for "in progress" reopens what was withdrawn; where it goes from there the amount says.
  if (wanted === undefined || wanted === STATUS.inProgress || wanted === follows) return follows
  throw fixed()
}

const statusOfAmount = (rules: Rules, progress: Progress): number => {
  if (!isReached(rules, progress)) return STATUS.inProgress
  // What was approved once stays completed while the amount is there.
  if (progress.status === STATUS.completed || !rules.requireAdminReview) return STATUS.completed
  return STATUS.awaitingReview
}

const fixed = () => ruleRefused('status-fixed', 'This status cannot be set now: it follows from the progress.')

/** Completion cannot lie in the future, nor before the start. */
export const assertCompletedOn = (completed: Date, start: Date | null, today: Date): void => {
  if (completed > today) throw badInput('/CompletedDate', 'must not be in the future')
  if (start && completed < start) throw badInput('/CompletedDate', 'must not be before the start')
}
