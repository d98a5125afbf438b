import type { DirectoryListingInput } from '#contract/people/directories'
import { badInput } from '#kernel/errors/problem'
import type { DirectoryListing } from '#prisma/client'

export type ListingData = Pick<DirectoryListing, 'contactId' | 'listingTypeId'>

/** Parses a listing. A field that is left out keeps its value. @throws 400 naming the field. */
export const parseListing = (
  { ContactId, ListingTypeId }: DirectoryListingInput,
  current: DirectoryListing | null,
): ListingData => {
  const contactId = ContactId || current?.contactId
  if (!contactId) throw badInput('/ContactId', 'is required')
  if (current && contactId !== current.contactId)
    throw badInput('/ContactId', 'must be the contact of the listing. Create another listing for another contact')
  return {
    contactId,
    listingTypeId: ListingTypeId === undefined ? (current?.listingTypeId ?? null) : ListingTypeId || null,
  }
}
