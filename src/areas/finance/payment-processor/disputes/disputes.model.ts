import type { DisputeStatus } from '../payment-processor.port.ts'

/** The evidence fields that contain the id of a file. */
export const FILE_FIELDS = [
  'receipt',
  'customer_signature',
  'customer_communication',
  'shipping_documentation',
  'service_documentation',
  'duplicate_charge_documentation',
  'refund_policy',
  'cancellation_policy',
  'uncategorized_file',
] as const

/** The evidence fields that contain text. */
export const TEXT_FIELDS = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'billing_address',
  'customer_purchase_ip',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'shipping_address',
  'access_activity_log',
  'service_date',
  'duplicate_charge_id',
  'duplicate_charge_explanation',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'uncategorized_text',
] as const

export const EVIDENCE_FIELDS = [...TEXT_FIELDS, ...FILE_FIELDS] as const

/** The characters that all texts may have together: a limit of the processors. */
export const MAX_EVIDENCE = 150_000

export const needsResponse = ({ status }: { status: string }): boolean => status.endsWith('needs_response')

/** Returns the evidence after a change: an empty text clears a field. */
export const mergeEvidence = (
  stored: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value !== ''))

/** Reads the evidence of a dispute as it is stored. */
export const evidenceOfDispute = ({ evidence }: { evidence: unknown }): ReadonlyMap<string, string> =>
  new Map(
    Object.entries((evidence ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

const TEXTS: Record<DisputeStatus, string> = {
  warning_needs_response: 'The bank inquires about the charge.',
  warning_under_review: 'The bank reviews the response to its inquiry.',
  warning_closed: 'The inquiry was closed.',
  needs_response: 'The charge is disputed.',
  under_review: 'The bank reviews the evidence.',
  won: 'The dispute was won. The amount was returned.',
  lost: 'The dispute was lost.',
}

/** Returns what a status of the processor means, as a sentence. */
export const describeStatus = (status: DisputeStatus, reason: string): string =>
  needsResponse({ status }) ? `${TEXTS[status]} Reason: ${reason.replaceAll('_', ' ')}.` : TEXTS[status]
