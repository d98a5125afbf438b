import type { SponsorshipTypeEdit } from '#contract/commerce/sponsorships'
import type { Queryable } from '#contract/shared'
import type { SponsorshipType } from '#prisma/client'

/** A type that is not saved yet. */
export const UNSAVED_TYPE: SponsorshipTypeEdit = {
  SponsorshipTypeId: 0,
  AuditId: 0,
  Name: null,
  Description: null,
  SponsorBenefitId: null,
  MaxQuantity: 0,
  LengthInMonths: null,
  SaleableItem: null,
  IsActive: true,
}

/** Presents a type as a choice of a lookup. */
export const presentTypeChoice = ({ id, name }: SponsorshipType): Queryable => ({
  Expression: name,
  ElementType: 'SponsorshipType',
  Provider: 'sponsorships',
  Id: id,
  Name: name,
})
