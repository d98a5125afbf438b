import type { OutboundResponse } from '#services/outbound/exchange'
import { LedgerFault, type LedgerFaultCode } from '../ledger.port.ts'

/** The codes of errors of the API that have a meaning for the sync. */
const CODES = new Map<string, LedgerFaultCode>([
  ['5010', 'stale'],
  ['6140', 'duplicate-number'],
  ['6240', 'duplicate-name'],
  ['6210', 'closed-period'],
  ['610', 'inactive'],
  ['2500', 'inactive'],
  ['003001', 'throttled'],
  ['3200', 'not-connected'],
])

/** Characters of the ledger's own message that are shown. */
const MAX_DETAIL = 300

/** Returns the fault that a response states; null for a success. */
export const faultOf = ({ status, body }: OutboundResponse): LedgerFault | null => {
  if (status === 200) return null
  if (status === 401) return new LedgerFault('not-connected')
  if (status === 429) return new LedgerFault('throttled')
  if (status >= 500) return new LedgerFault('unavailable')
  const { code, detail } = errorIn(body.toString('utf8'))
  const known = CODES.get(code)
  // The ledger states which record it is.
  if (known !== undefined)
    return new LedgerFault(known, known === 'inactive' ? { detail: detail.slice(0, MAX_DETAIL) } : {})
  return new LedgerFault('rejected', { detail: detail.slice(0, MAX_DETAIL) || `Its status was ${status}.` })
}

/** Reads the first error of a response: `{ "Fault": { "Error": [{ "Message", "Detail", "code" }] } }`. */
const errorIn = (text: string): { code: string; detail: string } => {
  try {
    const parsed = JSON.parse(text) as { Fault?: { Error?: { code?: unknown; Detail?: unknown; Message?: unknown }[] } }
    const [first] = parsed.Fault?.Error ?? []
    return { code: String(first?.code ?? ''), detail: String(first?.Detail ?? first?.Message ?? '') }
  } catch {
    return { code: '', detail: '' }
  }
}
