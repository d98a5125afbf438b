import type { Area } from '#areas/area'
import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import { captchaTools } from './captcha-tools.routes.ts'
import { deleteUsedCaptchasSql } from './used-captchas.sql.ts'

/**
 * Deletes used captchas a day after they expired. Until then the clocks of all servers agree that they have expired, so
 * none of them can be used again.
 */
export const usedCaptchaCleanup: CronTask = deleteOldRows({
  name: 'used-captchas',
  at: '23 * * * *',
  days: 1,
  rows: 'used captchas',
  statements: [deleteUsedCaptchasSql],
})

export const captchaArea: Area = {
  routes: [captchaTools],
  cron: [usedCaptchaCleanup],
}
