import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'

/** A change of a contact that the registry gets. */
export interface RegistryRequest {
  /** The registry performs the requests with one id once. */
  requestId: string
  /** Null: the registry assigns a number. */
  nationalId: number | null
  /** Create, Update, Move, Delete, Drop or Return. */
  changeType: string
  /** The changed parts. */
  tags: readonly string[]
  contact: SyncedContact
}

/** A change that the national body made. */
export interface RegistryChange {
  id: string
  /** upsert, move or delete. */
  operation: string
  /** A transaction of the association sync; not checked. */
  transaction: unknown
}

export interface RegistryPage {
  changes: RegistryChange[]
  /** The position after these changes. */
  cursor: string | null
  hasMore: boolean
}

export interface NationalRegistry {
  /** Sends a change and returns the number of the contact. @throws RegistryFault. */
  send(request: RegistryRequest): Promise<number>
  /** Lists the changes after a position, in order; null: from the beginning. @throws RegistryFault. */
  listChanges(cursor: string | null): Promise<RegistryPage>
}

const MESSAGES = {
  'not-configured': 'The online registry has no address or no key. Enter both in the settings of the association sync.',
  unavailable: 'The registry is unavailable.',
  throttled: 'The registry accepts no more requests at the moment.',
  denied: 'The registry rejected the key. Enter the current key in the settings of the association sync.',
  rejected: 'The registry rejected the change.',
} as const

export type RegistryFaultCode = keyof typeof MESSAGES

/** Why a call of the registry failed. Its message is for users and contains no secret. */
export class RegistryFault extends Error {
  override readonly name = 'RegistryFault'
  readonly code: RegistryFaultCode

  constructor(code: RegistryFaultCode, { detail, cause }: { detail?: string | undefined; cause?: unknown } = {}) {
    super(detail ? `${MESSAGES[code]} ${detail}` : MESSAGES[code], cause === undefined ? undefined : { cause })
    this.code = code
  }

  /** Whether the same request can succeed later. */
  get isTemporary(): boolean {
    return this.code !== 'rejected'
  }
}
