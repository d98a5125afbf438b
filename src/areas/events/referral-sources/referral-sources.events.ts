/** The events of referral sources. Payload: name. */
export const referralSourceEvents = {
  created: 'referralsource.created',
  updated: 'referralsource.updated',
  deleted: 'referralsource.deleted',
} as const
