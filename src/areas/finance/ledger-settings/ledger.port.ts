/** The lists of a ledger whose records are the counterparts of records of the service. */
export type LedgerList = 'account' | 'class' | 'discount' | 'item' | 'paymentMethod' | 'taxCode'

/** An active record of a ledger. */
export interface LedgerRecord {
  /** As the ledger spells it. */
  id: string
  /** With the names of its parents before it, separated by colons. */
  name: string
}

/** A ledger, as the embedded one and the online one implement it. Opened for one tenant. */
export interface Ledger {
  /** Lists all active records of a list, in no particular order. @throws LedgerFault. */
  listRecords(list: LedgerList): Promise<LedgerRecord[]>
}

const MESSAGES = {
  'not-connected': 'The ledger is not connected. Connect it in the ledger settings.',
  unavailable: 'The ledger does not respond. Try again later.',
  throttled: 'The ledger accepts no more requests at the moment. Try again in a minute.',
  rejected: 'The ledger rejected the request.',
} as const

export type LedgerFaultCode = keyof typeof MESSAGES

/** Why a call of the ledger failed. Its message is for users and contains no secret. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
  readonly code: LedgerFaultCode

  constructor(code: LedgerFaultCode, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(detail ?? MESSAGES[code], cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The two implementations, as LdgConnectorId shows them. */
export const CONNECTORS = { embedded: 1, online: 2 } as const

export const connectorName = (connectorId: number): string =>
  connectorId === CONNECTORS.online ? 'Online ledger' : 'Embedded ledger'
