import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Value lists that are the same for every tenant: names by id, in the order in which they are shown. */
export const valueLists = {
  types: { 1: 'Individual', 2: 'Organization' },
  statuses: { 1: 'Prospective', 2: 'Active', 4: 'Courtesy', 8: 'NonMember', 16: 'Inactive', 32: 'Deleted' },
  genders: { 1: 'Female', 2: 'Male', 3: 'Non-binary', 4: 'Rather not said' },
  emailtypes: { 1: 'Work', 2: 'Personal', 3: 'Other' },
  emailstatuses: { 0: 'OK', 1: 'Opted out', 2: 'Bounced', 3: 'Complained' },
  phonetypes: { 1: 'Work', 2: 'Mobile', 3: 'Home', 4: 'Fax', 5: 'Other' },
  webaddresstypes: { 1: 'Website', 2: 'Social profile', 3: 'Blog', 4: 'Other' },
  addresstypes: { 1: 'Physical', 2: 'Mailing', 3: 'Billing', 4: 'Shipping', 5: 'Home' },
  addressusageflags: { 1: 'Seasonal', 2: 'Temporary', 3: 'Former' },
  activitytypes: { 1: 'Note', 2: 'Call', 3: 'Meeting', 4: 'Email', 5: 'Visit', 6: 'Other' },
  communicationtypes: { 1: 'Email', 2: 'Letter', 3: 'Text message', 4: 'Call', 5: 'Meeting' },
  communicationstatuses: { 1: 'Draft', 2: 'Sent', 3: 'Received', 4: 'Failed' },
  categorytypes: {
    1: 'BusinessContact',
    2: 'IndividualContact',
    3: 'Contact',
    4: 'StoreItem',
    5: 'Membership',
    6: 'SalesOpportunity',
    7: 'Content',
    8: 'Job',
    9: 'HotDeals',
    10: 'Event',
    11: 'Projects',
    12: 'Certifications',
    13: 'Resource',
    14: 'Tickets',
    15: 'SaleableItems',
    16: 'BenefitItems',
  },
  certificationstatuses: { 1: 'In progress', 2: 'Awaiting review', 3: 'Completed', 4: 'Expired', 5: 'Withdrawn' },
  certificationcompletiontypes: { 1: 'Hours', 2: 'Credits', 3: 'Review' },
} as const satisfies Record<string, Record<number, string>>

export type ValueList = keyof typeof valueLists

/** The name of an id of a list as an expression; null for an id that the list does not have. */
export const nameSql = (list: ValueList, id: Sql): Sql => {
  const whens = Object.entries(valueLists[list]).map(([key, name]) => `WHEN ${key} THEN '${name}'`)
  return Prisma.sql`CASE ${id} ${Prisma.raw(whens.join(' '))} END`
}
