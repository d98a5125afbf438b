/** The types that values can have, by the numbers that the documents give them. */
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

/** What records of a kind carry: individuals have the fields of 1 and 2, organizations those of 1 and 3. */
export const OBJECT_TYPE = { contact: 1, individual: 2, organization: 3, membership: 4, project: 10 } as const

export interface Choice {
  id: number
  name: string
  display_order: number
  is_active: boolean
  /** Whether new records start with it. */
  is_default: boolean
}

/** A custom field as far as its values go, as it is stored. */
export interface Field {
  id: number
  /** The kind of record that carries it. */
  object_type_id: number
  /** Storage name. */
  name: string
  display_name: string
  data_type_id: number
  data_size: number | null
  scale_minimum: number | null
  scale_maximum: number | null
  external_data_source: string | null
  is_required: boolean
  /** Kept for another type (of memberships: or level) than the record's: what it has stands, nothing new is taken. */
  is_elsewhere: boolean
  /** Its own; empty where the choices are another list of the service. */
  choices: Choice[]
  /** Empty where it always shows; else the values of its parents. */
  shown_for: ShownFor[]
}

/** A value of a parent for which a field shows; null is any. */
export interface ShownFor {
  field_id: number
  value: string | null
}

export interface CountryName {
  id: number
  alpha2: string
  name: string
}

/** A row of custom_field_value, less what tells whose it is. */
export interface StoredValue {
  ordinal: number
  text_value: string | null
  /** Decimal digits, so that none is lost. */
  number_value: string | null
  /** YYYY-MM-DD. */
  date_value: string | null
  ref_id: number | null
  sort_key: string
}
