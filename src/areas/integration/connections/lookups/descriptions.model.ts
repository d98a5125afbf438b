/** A membership type of a source. */
export interface DescribedType {
  Id: number
  Name: string
  /** 1 individual, 2 organization; null: both. */
  OwnedBy: number | null
  CoversPeople: boolean
}

export interface DescribedLevel {
  Id: number
  TypeId: number
  Name: string
}

/** A custom field whose values can cross. */
export interface DescribedField {
  Id: number
  Name: string
  DataType: number
}

/** What a target needs to know of a source, or of itself, to map it. */
export interface Description {
  Types: DescribedType[]
  Levels: DescribedLevel[]
  Individual: DescribedField[]
  Business: DescribedField[]
}
