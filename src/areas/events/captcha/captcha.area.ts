import type { Area } from '#areas/area'
import { captchaTools } from './captcha-tools.routes.ts'
import { usedCaptchaCleanup } from './used-captchas.job.ts'

export const captchaArea: Area = {
  routes: [captchaTools],
  cron: [usedCaptchaCleanup],
}
