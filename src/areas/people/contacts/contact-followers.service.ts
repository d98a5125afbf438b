import type { SqlRunner } from '#kernel/database/sql-runner'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Contact } from '#prisma/client'

/**
 * Refuses the deletion of a locked contact that no record uses and whose balance is 0, if another area still needs it.
 *
 * @throws 422.
 */
export type DeletionCheck = (scope: Scope, tx: Transaction, contactId: number) => Promise<void>

export const deletionChecks = register<DeletionCheck>('checks of deletions of contacts')

/** The area that knows which contact has a number at the national body. */
export interface NumberKeeper {
  /** Locks the number of a deleted contact. Called before the contact is locked. */
  lockNumberOf(scope: Scope, tx: Transaction, contactId: number): Promise<void>
  /** Whether another contact has the number of a deleted one now: it is restored without it. */
  isReplaced(scope: Scope, tx: Transaction, contact: Contact): Promise<boolean>
  /** Connects a restored contact with its number. Called last, and only if isReplaced is false. */
  linkRestored(scope: Scope, tx: Transaction, contact: Contact): Promise<void>
}

export const numberKeepers = register<NumberKeeper>('keepers of national numbers')

/** Locks the numbers that a deleted contact had. Call it before the contact is locked. */
export const lockNumbers = async (scope: Scope, tx: Transaction, contactId: number): Promise<void> => {
  for (const keeper of numberKeepers.entries()) await keeper.lockNumberOf(scope, tx, contactId)
}

/** Returns whether another contact has the number of a deleted one now. */
export const isNumberReplaced = async (scope: Scope, tx: Transaction, contact: Contact): Promise<boolean> => {
  for (const keeper of numberKeepers.entries()) if (await keeper.isReplaced(scope, tx, contact)) return true
  return false
}

/** Connects a restored contact with its number. */
export const linkNumbers = async (scope: Scope, tx: Transaction, contact: Contact): Promise<void> => {
  for (const keeper of numberKeepers.entries()) await keeper.linkRestored(scope, tx, contact)
}

/** Follows a new contact into the chapter that it was created in: its caller is limited to chapters. The row is complete. */
export type ChapterEntry = (
  scope: Scope,
  tx: SqlRunner,
  member: { contactId: number; chapterId: number },
) => Promise<void>

export const chapterEntries = register<ChapterEntry>('followers of contacts into chapters')
