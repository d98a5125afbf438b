import type { DirectoryEdit, DirectoryListingItem } from '#contract/people/directories'
import type { DirectoryWithCount, ListingOfDirectory } from './directories.queries.ts'

export const presentDirectory = (directory: DirectoryWithCount): DirectoryEdit => ({
  DirectoryId: directory.id,
  AuditId: directory.auditId,
  Name: directory.name,
  IsPublic: directory.isPublic,
  ListingCount: directory._count.listings,
})

export const presentListing = ({ id, contactId, contact }: ListingOfDirectory): DirectoryListingItem => ({
  DirectoryListingId: id,
  ContactId: contactId,
  Name: contact.displayName,
  SystemContactTypeId: contact.systemTypeId as 1 | 2,
  EmailAddress: contact.emailAddress,
})
