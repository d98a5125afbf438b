/** The events of memberships. Each is emitted when it takes effect: a renewal, for example, when its term is paid. */
export const membershipEvents = {
  joined: 'membership.joined',
  approved: 'membership.approved',
  renewed: 'membership.renewed',
  levelChanged: 'membership.levelchanged',
  suspended: 'membership.suspended',
  resumed: 'membership.resumed',
  cancelled: 'membership.cancelled',
  dropped: 'membership.dropped',
  reinstated: 'membership.reinstated',
  paid: 'membership.paid',
  /** An attempt to collect a part of a payment plan failed. */
  paymentFailed: 'membership.paymentfailed',
  updated: 'membership.updated',
  // Only by a nightly run.
  begun: 'membership.begun',
  graced: 'membership.graced',
  lapsed: 'membership.lapsed',
} as const

export type MembershipEvent = (typeof membershipEvents)[keyof typeof membershipEvents]

/** The events of membership types and their levels. Payload: name; of a level also membershipTypeId. */
export const membershipTypeEvents = {
  created: 'membershiptype.created',
  updated: 'membershiptype.updated',
  deleted: 'membershiptype.deleted',
  levelCreated: 'membershiplevel.created',
  levelUpdated: 'membershiplevel.updated',
  levelDeleted: 'membershiplevel.deleted',
} as const
