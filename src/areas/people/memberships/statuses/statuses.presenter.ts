import type { TextLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { MembershipStatus } from './statuses.model.ts'

const DESCRIPTIONS: Record<MembershipStatus, string> = {
  Pending: 'Waits for approval, payment or its first day.',
  Active: 'Its current term is paid.',
  Grace: 'After its expiry, within the grace period of its type. Still gives benefits.',
  Lapsed: 'After its grace period, not dropped yet.',
  Dropped: 'Ended because it was not renewed.',
  Cancelled: 'Ended by staff, or declined.',
  Suspended: 'Suspended by staff.',
}

/** The statuses in the order of a membership's life. */
export const presentStatuses = (): TextLookupChoice[] =>
  presentChoices(Object.entries(DESCRIPTIONS).map(([id, extra]) => ({ id, name: id, extra })))
