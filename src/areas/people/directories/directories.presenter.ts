import type { DirectoryEdit } from '#contract/people/directories'
import type { DirectoryWithCount } from './directories.queries.ts'

export const presentDirectory = (directory: DirectoryWithCount): DirectoryEdit => ({
  DirectoryId: directory.id,
  AuditId: directory.auditId,
  Name: directory.name,
  IsPublic: directory.isPublic,
  ListingCount: directory._count.listings,
})
