/** The events of payment plans. A plan that is deactivated because terms have it is deleted, too. Payload: name, membershipLevelId. */
export const paymentPlanEvents = {
  created: 'paymentplan.created',
  updated: 'paymentplan.updated',
  deleted: 'paymentplan.deleted',
} as const
