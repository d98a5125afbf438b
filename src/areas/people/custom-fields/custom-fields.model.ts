/** The types of values, by their numbers in the contract. */
export const DATA_TYPE = {
  text: 1,
  integer: 2,
  number: 3,
  money: 4,
  longText: 5,
  date: 6,
  yesNo: 7,
  stateProvince: 8,
  country: 9,
  file: 10,
  link: 11,
  contact: 12,
  select: 13,
  multiSelect: 14,
  scale: 15,
} as const

/**
 * The kinds of record that a field can belong to, by their numbers in the contract. Individuals have the fields of 1
 * and 2, organizations those of 1 and 3.
 */
export const OBJECT_TYPE = {
  contact: 1,
  individual: 2,
  organization: 3,
  membership: 4,
  membershipType: 5,
  event: 6,
  registration: 7,
  directoryListing: 8,
  form: 9,
  project: 10,
  storeItem: 11,
  edition: 12,
} as const

interface FieldTypes {
  objectTypeId: number
  searchObjectTypeId: number | null
}

/** Returns the object type of the records that have the values of a field. Fields of editions name it as searched. */
export const carrierOf = ({ objectTypeId, searchObjectTypeId }: FieldTypes): number | null =>
  objectTypeId === OBJECT_TYPE.edition ? searchObjectTypeId : objectTypeId

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

/** Returns whether fields of the type have choices: a Select or a MultiSelect. */
export const hasChoices = (dataTypeId: number): boolean =>
  dataTypeId === DATA_TYPE.select || dataTypeId === DATA_TYPE.multiSelect
