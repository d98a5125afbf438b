import { badInput, type Problem, ruleRefused } from '#kernel/errors/problem'
import { Prisma } from '#prisma/client'

/** The ways to complete a certification. */
export const COMPLETION = { hours: 1, credits: 2, review: 3 } as const

/** 4 (expired) is never stored; it depends on the current day. */
export const STATUS = { inProgress: 1, awaitingReview: 2, completed: 3, expired: 4, withdrawn: 5 } as const

/** The settings of a certification that progress depends on. */
export interface Rules {
  completionTypeId: number
  requiredAmount: Prisma.Decimal
  requireAdminReview: boolean
  expiresInMonths: number | null
}

export interface Progress {
  status: number
  hoursEarned: Prisma.Decimal
  creditsEarned: Prisma.Decimal
}

/** Returns the progress in whole percent, rounded down, 0 to 100. By review it is 0 before completion. */
export const calculatePercentComplete = (rules: Rules, progress: Progress): number => {
  if (progress.status === STATUS.completed || progress.status === STATUS.expired) return 100
  if (rules.completionTypeId === COMPLETION.review || rules.requiredAmount.lte(0)) return 0
  const percent = earned(rules, progress).mul(100).div(rules.requiredAmount).floor()
  return Prisma.Decimal.min(100, Prisma.Decimal.max(0, percent)).toNumber()
}

/** Returns whether the hours or credits are sufficient; never by review. */
export const hasRequiredAmount = (rules: Rules, progress: Progress): boolean =>
  rules.completionTypeId !== COMPLETION.review &&
  rules.requiredAmount.gt(0) &&
  earned(rules, progress).gte(rules.requiredAmount)

const earned = ({ completionTypeId }: Rules, { hoursEarned, creditsEarned }: Progress): Prisma.Decimal =>
  completionTypeId === COMPLETION.hours ? hoursEarned : creditsEarned

/** Returns the last day on which a completed certification is valid, as midnight in UTC; null if it never expires. */
export const calculateExpirationDate = ({ expiresInMonths }: Rules, completedDate: Date | null): Date | null => {
  if (!completedDate || expiresInMonths === null) return null
  const year = completedDate.getUTCFullYear()
  const month = completedDate.getUTCMonth() + expiresInMonths
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(completedDate.getUTCDate(), lastOfMonth)))
}

/** Returns the status on a day (YYYY-MM-DD in the tenant's time zone). */
export const deriveStatusOn = (rules: Rules, status: number, completedDate: Date | null, day: string): number => {
  const last = calculateExpirationDate(rules, completedDate)
  const isOver = last !== null && last.toISOString().slice(0, 10) < day
  return status === STATUS.completed && isOver ? STATUS.expired : status
}

/**
 * Returns the status that follows from the progress and the requested status, which is undefined if the caller sends
 * none. Only the server sets completed and expired.
 *
 * @throws 422 status-fixed if the requested status is not possible.
 */
export const deriveNextStatus = (rules: Rules, progress: Progress, requested: number | undefined): number => {
  if (requested === STATUS.withdrawn) return STATUS.withdrawn
  if (requested === undefined && progress.status === STATUS.withdrawn) return STATUS.withdrawn
  return rules.completionTypeId === COMPLETION.review
    ? statusByReview(progress.status, requested)
    : statusByAmount(rules, progress, requested)
}

const statusByReview = (current: number, requested: number | undefined): number => {
  if (requested === undefined) return current
  if (requested === STATUS.inProgress || requested === STATUS.awaitingReview) return requested
  throw statusFixed()
}

const statusByAmount = (rules: Rules, progress: Progress, requested: number | undefined): number => {
  const status = statusOfAmount(rules, progress)
  // "In progress" reopens a withdrawn certification; the amount then determines its status.
  if (requested === undefined || requested === STATUS.inProgress || requested === status) return status
  throw statusFixed()
}

const statusOfAmount = (rules: Rules, progress: Progress): number => {
  if (!hasRequiredAmount(rules, progress)) return STATUS.inProgress
  // An approved certification stays completed while the amount is sufficient.
  if (progress.status === STATUS.completed || !rules.requireAdminReview) return STATUS.completed
  return STATUS.awaitingReview
}

const statusFixed = (): Problem =>
  ruleRefused('status-fixed', 'This status cannot be set now, because the status follows from the progress.')

/** Rejects a completion in the future or before the start. @throws 400. */
export const requireCompletionDate = (completed: Date, start: Date | null, today: Date): void => {
  if (completed > today) throw badInput('/CompletedDate', 'must not be in the future')
  if (start && completed < start) throw badInput('/CompletedDate', 'must not be before the start')
}
