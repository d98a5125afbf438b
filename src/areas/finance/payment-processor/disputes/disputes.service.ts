import { conflict, Problem, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type GatewayAccount, getAccountById } from '../accounts/accounts.queries.ts'
import type { DisputeState } from '../payment-processor.port.ts'
import { startReading } from '../postings/movements.service.ts'
import { callProcessor, type ProcessorTools } from '../processors.service.ts'
import { makeRequestKey } from '../request-keys.model.ts'
import { refreshDispute, storeDispute } from './dispute-states.service.ts'
import {
  evidenceOfDispute,
  FILE_FIELDS,
  MAX_EVIDENCE,
  mergeEvidence,
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
 * @throws 404; 409 evidence-closed, wrong-dispute; 422 evidence-needed, unknown-file, evidence-too-long,
 * processor-refused; 503.
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
  requireOpen(scope, dispute)
  await requireEvidence(scope, dispute, save)
  const account = await getAccountById(scope, dispute.charge.accountId)
  const readAt = await startReading(scope)
  // Before what the bank does with it, even if the processor reports that first.
  const at = scope.clock.now()
  const state = await sendEvidence(scope, tools, account, dispute, save)
  const text = save.isSubmitted ? 'The evidence was submitted to the bank.' : 'Evidence was staged.'
  return storeDispute(scope, tools, account, { state, readAt }, { author: 'Staff', text, at })
}

const sendEvidence = async (
  scope: Scope,
  tools: ProcessorTools,
  account: GatewayAccount,
  { uid }: ChargeDispute,
  { evidence, isSubmitted }: EvidenceSave,
): Promise<DisputeState> => {
  const key = makeRequestKey(scope, 'evidence')
  try {
    return await callProcessor(scope, tools, account, 'dispute', (processor) =>
      processor.saveEvidence(account.uid, uid, { evidence, isSubmitted, key }),
    )
  } catch (error) {
    // Another request can have submitted the evidence first: then the processor rejects this one.
    if (error instanceof Problem && error.code === 'processor-refused') {
      requireOpen(scope, await refreshDispute(scope, tools, account, uid))
    }
    throw error
  }
}

const requireOpen = ({ clock }: Scope, dispute: ChargeDispute): void => {
  const closed = (detail: string) => conflict('evidence-closed', detail, { Status: dispute.status })
  if (dispute.submissionCount > 0) throw closed('The evidence was already submitted.')
  if (!needsResponse(dispute)) throw closed(`A dispute with the status ${dispute.status} requires no response.`)
  if (dispute.dueBy && dispute.dueBy < clock.now()) throw closed('The time for evidence has passed.')
}

const requireEvidence = async (
  scope: Scope,
  dispute: ChargeDispute,
  { evidence: change, isSubmitted }: EvidenceSave,
): Promise<void> => {
  const merged = new Map(Object.entries(mergeEvidence(Object.fromEntries(evidenceOfDispute(dispute)), change)))
  if (isSubmitted && merged.size === 0) {
    const detail =
      'The dispute has no evidence. Evidence is submitted once: stage some first, or send it with the request.'
    throw ruleRefused('evidence-needed', detail)
  }
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
