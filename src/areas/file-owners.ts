import { contactFiles } from '#areas/people/contacts/contacts.files'
import type { FileOwner } from '#kernel/files/file-owner'

/** The records of each area that own files. */
export const fileOwners: readonly FileOwner[] = [...contactFiles]
