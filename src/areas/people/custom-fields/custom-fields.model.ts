/** What fields belong to, by the numbers that the contract gives them. */
export const objectTypeNames: Record<number, string> = {
  1: 'Contact',
  2: 'Individual',
  3: 'Organization',
  4: 'Membership',
  5: 'MembershipType',
  6: 'Event',
  7: 'Registration',
  8: 'DirectoryListing',
  9: 'Form',
  10: 'Project',
  11: 'StoreItem',
  12: 'Edition',
}

/** The types of values in words. */
export const dataTypeNames: Record<number, string> = {
  1: 'Text',
  2: 'Integer',
  3: 'Number',
  4: 'Money',
  5: 'LongText',
  6: 'Date',
  7: 'YesNo',
  8: 'StateProvince',
  9: 'Country',
  10: 'File',
  11: 'Link',
  12: 'Contact reference',
  13: 'Select',
  14: 'MultiSelect',
  15: 'Scale',
}

/** Object types that need more than a contact to say whose field it is. */
export const PLACED = { directoryListing: 8, form: 9, edition: 12 } as const

/** A Select or a MultiSelect. */
export const hasChoices = (dataTypeId: number): boolean => dataTypeId === 13 || dataTypeId === 14
