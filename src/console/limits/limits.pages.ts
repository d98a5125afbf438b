import { operations } from '#contract/integration/tenant-settings'
import type { ConsolePages } from '../frame/console-pages.ts'
import { limitsView } from './limits.page.ts'

const SECTION = '/limits'

/** The rate limits: what is configured, what is used, and which credentials were rejected. */
export const limitPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user) =>
    limitsView(user, (await user.call(operations.getRateLimits)).body),
  )
}
