import type { CronTask } from '#kernel/jobs/cron'

/** Rows per statement, so that no lock is kept for long. */
const BATCH = 5000
const DAY_MS = 86_400_000

/**
 * Deletes used captchas a day after they expired. Until then the clocks of all servers agree that they have expired, so
 * none of them can be used again.
 */
export const usedCaptchaCleanup: CronTask = {
  name: 'used-captchas',
  at: '23 * * * *',
  task: async ({ database: { system }, clock, log }) => {
    const where = { expiresAt: { lt: new Date(clock.now().getTime() - DAY_MS) } }
    let deleted = 0
    for (let count = BATCH; count === BATCH; deleted += count)
      count = (await system.usedCaptcha.deleteMany({ where, limit: BATCH })).count
    log.info({ deleted }, 'used captchas pruned')
  },
}
