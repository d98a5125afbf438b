/** The events of sites. Payload: name. */
export const siteEvents = {
  created: 'site.created',
  updated: 'site.updated',
  deleted: 'site.deleted',
} as const

/** The events of pages of sites and of their advertising. Payload: siteId, title. */
export const sitePageEvents = {
  created: 'sitepage.created',
  updated: 'sitepage.updated',
  deleted: 'sitepage.deleted',
} as const

/** The events of site modules. Payload: name. */
export const siteModuleEvents = { updated: 'sitemodule.updated' } as const

/** The events of custom ad locations. Payload: name. */
export const customAdLocationEvents = {
  created: 'customadlocation.created',
  updated: 'customadlocation.updated',
  deleted: 'customadlocation.deleted',
} as const

/** The events of display ads. Payload: title, contactId. */
export const displayAdEvents = {
  created: 'displayad.created',
  updated: 'displayad.updated',
} as const

/** The events of sponsorship types. Payload: name. */
export const sponsorshipTypeEvents = {
  created: 'sponsorshiptype.created',
  updated: 'sponsorshiptype.updated',
  deleted: 'sponsorshiptype.deleted',
} as const

/** The events of sponsors. Payload: contactId, sponsorshipTypeId, status, invoiceId. */
export const sponsorEvents = {
  created: 'sponsor.created',
  updated: 'sponsor.updated',
  approved: 'sponsor.approved',
  declined: 'sponsor.declined',
  ended: 'sponsor.ended',
  deleted: 'sponsor.deleted',
} as const
