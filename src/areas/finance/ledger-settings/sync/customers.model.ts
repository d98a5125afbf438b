import { createHash } from 'node:crypto'
import type { LedgerCustomer } from '../ledger.port.ts'

/** Characters that the names of customers cannot have, and their maximum length, in any ledger. */
const FORBIDDEN = /[:\t\r\n]+/g
const MAX_NAME = 100

/** The customer of a contact. Names of customers are unique in a ledger, so the name ends with the id of the contact. */
export const customerOf = ({ id, displayName }: { id: number; displayName: string }): LedgerCustomer => {
  const suffix = `(${id})`
  return { name: `${displayName.replaceAll(FORBIDDEN, ' ').slice(0, MAX_NAME)} ${suffix}`, suffix }
}

export const fingerprintOfCustomer = ({ name }: LedgerCustomer): string =>
  createHash('sha256').update(name).digest('hex')
