import { nameKeyOf } from '#kernel/records/names'

/** Where a document is taxed: an address, or the region of the tenant if it has none. */
export type TaxPlace = { countryId: number | undefined; state: string | null } | { regionId: number | null }

/** The region of a tax set; null if it applies everywhere. */
export type TaxSetRegion = { id: number; countryId: number; stateKey: string } | null

/** Whether a tax set applies at a place: its region is that of the tenant, or contains the address. */
export const appliesAt = (region: TaxSetRegion, place: TaxPlace): boolean => {
  if (region === null) return true
  if ('regionId' in place) return region.id === place.regionId
  if (region.countryId !== place.countryId) return false
  return region.stateKey === '' || region.stateKey === nameKeyOf(place.state?.trim() ?? '')
}
