import type { TextLookupChoice } from '#contract/shared'
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
  Object.entries(DESCRIPTIONS).map(([Id, ExtraData], at) => ({
    Id,
    Name: Id,
    ExtraData,
    CssColor: null,
    IsSelected: false,
    IsDeleted: false,
    Order: at + 1,
  }))
