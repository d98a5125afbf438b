export interface Choice {
  id: number
  name: string
  displayOrder: number
  isActive: boolean
  /** Whether it is the value of new records. */
  isDefault: boolean
}

/** The properties of a custom field that its values depend on. */
export interface Field {
  id: number
  /** The kind of record that has the values. */
  objectTypeId: number
  /** Storage name. */
  name: string
  displayName: string
  dataTypeId: number
  dataSize: number | null
  scaleMinimum: number | null
  scaleMaximum: number | null
  externalDataSource: string | null
  isRequired: boolean
  /**
   * Whether the field is limited to another membership type, level, directory, listing type or project type than the
   * record's. Then an existing value stays, and new values are rejected.
   */
  isForOtherType: boolean
  /** The choices of the field; empty if it uses another list of the product. */
  choices: Choice[]
  /** The values of its parents for which it is shown; empty if it is always shown. */
  shownFor: ShownFor[]
}

/** A value of a parent for which a field is shown; null means any value. */
export interface ShownFor {
  fieldId: number
  value: string | null
}

export interface CountryName {
  id: number
  alpha2: string
  name: string
}

/** A row of custom_field_value without its keys. */
export interface StoredValue {
  ordinal: number
  textValue: string | null
  /** Decimal digits as text, so that no digit is lost. */
  numberValue: string | null
  /** YYYY-MM-DD. */
  dateValue: string | null
  refId: number | null
  sortKey: string
}
