import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** A change of a contact that the national body did not make. */
export interface SyncedChange {
  contactId: number | null
  /** Null: the contact has no number yet. */
  nationalId: number | null
  changeType: string
  /** The changed parts. */
  tags: readonly string[]
  contact: SyncedContact
}

/** An area that gets the changes of contacts, such as the national registry. */
export interface SyncFollower {
  /** Follows a change, in its transaction. */
  afterChange(scope: Scope, tx: Transaction, change: SyncedChange): Promise<void>
  /** Returns whether the follower knows a contact without a number. If not, it gets the contact as a new one. */
  hasContact(scope: Scope, tx: Transaction, contactId: number): Promise<boolean>
  /** Follows a save of the settings of the sync, in its transaction. */
  afterSettings(scope: Scope, tx: Transaction): Promise<void>
}

/** What follows a change of a contact of the sync. */
export const syncFollowers = register<SyncFollower>('followers of the association sync')
