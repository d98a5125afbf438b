import { Prisma } from '#prisma/client'

/** How a certification is completed. */
export const COMPLETION = { hours: 1, credits: 2, review: 3 } as const

/** 4 (expired) is never stored: it follows from the day. */
export const STATUS = { inProgress: 1, awaitingReview: 2, completed: 3, expired: 4, withdrawn: 5 } as const

/** The rules of a certification, as far as progress depends on them. */
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

/** Whole percent of what is required, rounded down, 0 to 100; by review 0 before completion. */
export const percentComplete = (rules: Rules, progress: Progress): number => {
  if (progress.status === STATUS.completed || progress.status === STATUS.expired) return 100
  if (rules.completionTypeId === COMPLETION.review || rules.requiredAmount.lte(0)) return 0
  const percent = earned(rules, progress).mul(100).div(rules.requiredAmount).floor()
  return Prisma.Decimal.min(100, Prisma.Decimal.max(0, percent)).toNumber()
}

/** Whether the hours or credits suffice; never by review. */
export const isReached = (rules: Rules, progress: Progress): boolean =>
  rules.completionTypeId !== COMPLETION.review &&
  rules.requiredAmount.gt(0) &&
  earned(rules, progress).gte(rules.requiredAmount)

const earned = ({ completionTypeId }: Rules, { hoursEarned, creditsEarned }: Progress): Prisma.Decimal =>
  completionTypeId === COMPLETION.hours ? hoursEarned : creditsEarned

/** The last day on which a completed certification is good, as midnight in UTC; null where it never expires. */
export const expirationDate = ({ expiresInMonths }: Rules, completedDate: Date | null): Date | null => {
  if (!completedDate || expiresInMonths === null) return null
  const [year, month] = [completedDate.getUTCFullYear(), completedDate.getUTCMonth() + expiresInMonths]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(completedDate.getUTCDate(), lastOfMonth)))
}

/** The status as it shows on a day (YYYY-MM-DD in the tenant's time zone). */
export const statusOn = (rules: Rules, status: number, completedDate: Date | null, day: string): number => {
  const last = expirationDate(rules, completedDate)
  const isOver = last !== null && last.toISOString().slice(0, 10) < day
  return status === STATUS.completed && isOver ? STATUS.expired : status
}
