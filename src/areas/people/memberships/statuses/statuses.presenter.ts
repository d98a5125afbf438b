import type { TextLookupChoice } from '#contract/shared'
import type { MembershipStatus } from './statuses.model.ts'

const MEANINGS: Record<MembershipStatus, string> = {
  Pending: 'Waits for approval, payment or its first day.',
  Active: 'Its term runs and is paid for.',
  Grace: 'Behind its expiry, within the grace of its type; still counts.',
  Lapsed: 'Behind its grace, not yet dropped.',
  Dropped: 'Ended, because it was not renewed.',
  Cancelled: 'Ended by staff, or declined.',
  Suspended: 'Set aside by staff.',
}

/** Every status that a membership can have. */
export const STATUSES: readonly string[] = Object.keys(MEANINGS)

/** The statuses in the order of a membership's life. */
export const statusChoices = (): TextLookupChoice[] =>
  Object.entries(MEANINGS).map(([Id, ExtraData], at) => ({
    Id,
    Name: Id,
    ExtraData,
    CssColor: null,
    IsSelected: false,
    IsDeleted: false,
    Order: at + 1,
  }))
