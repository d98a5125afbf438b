/** The events of benefits. Payload: name. */
export const benefitItemEvents = {
  created: 'benefititem.created',
  updated: 'benefititem.updated',
  deleted: 'benefititem.deleted',
} as const

/** The events of benefit packages. Payload: name. */
export const benefitPackageEvents = {
  created: 'benefitpackage.created',
  updated: 'benefitpackage.updated',
  deleted: 'benefitpackage.deleted',
} as const

/** The events of the benefits of contacts, one per transaction. Payload: contactId, benefitItemId, quantity, remaining. */
export const contactBenefitEvents = {
  granted: 'contactbenefit.granted',
  used: 'contactbenefit.used',
  adjusted: 'contactbenefit.adjusted',
  expired: 'contactbenefit.expired',
  reversed: 'contactbenefit.reversed',
} as const
