import { conflict, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { getAccountById } from '../accounts/accounts.queries.ts'
import { startReading } from '../movements.service.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'
import { requestKeyOf } from '../request-keys.model.ts'
import { addMessage, storeDispute } from './dispute-states.service.ts'
import {
  evidenceOfDispute,
  FILE_FIELDS,
  MAX_EVIDENCE,
  mergedEvidence,
  needsResponse,
  TEXT_FIELDS,
} from './disputes.model.ts'
import { type ChargeDispute, getDisputeOfCharge, listFiles, listMessages } from './disputes.queries.ts'

export interface EvidenceSave {
  /** The dispute that the caller means; undefined if the caller does not state it. */
  disputeUid: string | null | undefined
  /** The fields that change; an empty text clears one. */
  evidence: Record<string, string>
  isSubmitted: boolean
}

/**
 * Stages evidence at the processor, or submits it to the bank, once.
 *
 * @throws 404; 409 evidence-closed, wrong-dispute; 422 unknown-file, evidence-too-long, processor-refused; 503.
 */
export const saveDisputeEvidence = async (
  scope: Scope,
  tools: ProcessorTools,
  chargeId: number,
  save: EvidenceSave,
): Promise<ChargeDispute> => {
  const dispute = await getDisputeOfCharge(scope, chargeId)
  if (save.disputeUid && save.disputeUid !== dispute.uid) {
    throw conflict('wrong-dispute', 'DisputeId is the id of another dispute than that of the charge.')
  }
  assertOpen(scope, dispute)
  await assertEvidence(scope, dispute, save.evidence)
  const account = await getAccountById(scope, dispute.charge.accountId)
  const readAt = await startReading(scope)
  const { evidence, isSubmitted } = save
  const key = requestKeyOf(scope, 'evidence')
  const state = await callProcessor(scope, tools, account, 'dispute', (processor) =>
    processor.saveEvidence(account.uid, dispute.uid, { evidence, isSubmitted, key }),
  )
  const saved = await storeDispute(scope, tools, account, { state, readAt })
  const text = isSubmitted ? 'The evidence was submitted to the bank.' : 'Evidence was staged.'
  await scope.db.transaction((tx) => addMessage(scope, tx, dispute.id, 'Staff', text, scope.clock.now()))
  return saved
}

const assertOpen = ({ clock }: Scope, dispute: ChargeDispute): void => {
  const closed = (detail: string) => conflict('evidence-closed', detail, { Status: dispute.status })
  if (dispute.submissionCount > 0) throw closed('The evidence was already submitted.')
  if (!needsResponse(dispute)) throw closed(`A dispute with the status ${dispute.status} requires no response.`)
  if (dispute.dueBy && dispute.dueBy < clock.now()) throw closed('The time for evidence has passed.')
}

const assertEvidence = async (scope: Scope, dispute: ChargeDispute, change: Record<string, string>): Promise<void> => {
  const merged = new Map(Object.entries(mergedEvidence(Object.fromEntries(evidenceOfDispute(dispute)), change)))
  const length = TEXT_FIELDS.reduce((sum, field) => sum + (merged.get(field)?.length ?? 0), 0)
  if (length > MAX_EVIDENCE) {
    throw ruleRefused('evidence-too-long', `All texts together have ${length} characters, more than ${MAX_EVIDENCE}.`)
  }
  const named = FILE_FIELDS.flatMap((field) => {
    const uid = Object.hasOwn(change, field) ? merged.get(field) : undefined
    return uid === undefined ? [] : [{ field, uid }]
  })
  const files = await listFiles(
    scope,
    named.map(({ uid }) => uid),
  )
  const known = new Set(files.filter(({ purpose }) => purpose === 'dispute_evidence').map(({ uid }) => uid))
  const faults = named
    .filter(({ uid }) => !known.has(uid))
    .map(({ field }) => ({ pointer: `/${field}`, message: 'must be the id of a file that was uploaded as evidence' }))
  if (faults.length > 0)
    throw ruleRefused('unknown-file', 'The evidence names a file that was not uploaded as evidence.', faults)
}

/** Reads what belongs to a dispute: what happened in it, and the files of its evidence. */
export const readDispute = async (scope: Scope, dispute: ChargeDispute) => {
  const evidence = evidenceOfDispute(dispute)
  const uids = FILE_FIELDS.flatMap((field) => evidence.get(field) ?? [])
  return { messages: await listMessages(scope, dispute.id), files: await listFiles(scope, uids) }
}
