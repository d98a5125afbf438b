import { type DisputeState, type EvidenceChange, ProcessorFault } from '../payment-processor.port.ts'
import { DISPUTE_FEE_CENTS, reviewStatus, type SandboxCharge, type SandboxDispute } from './sandbox.model.ts'
import { type AccountObjects, listMovements, move, type Stored } from './sandbox-objects.service.ts'

/** Opens a dispute: the bank withdraws the amount and a fee. An inquiry withdraws nothing. */
export const openDispute = async (objects: AccountObjects, charge: string, data: SandboxDispute): Promise<void> => {
  const { uid } = await objects.add('dispute', data, { parentUid: charge })
  if (!isInquiry(data)) {
    const { cents, currencyCode, reason } = data
    const description = `Dispute: ${reason}`
    await move(objects, uid, {
      ...({ type: 'Dispute', cents: -cents, feeCents: DISPUTE_FEE_CENTS } as const),
      currencyCode,
      description,
    })
  }
  await objects.emit('dispute', uid)
}

const isInquiry = ({ status }: SandboxDispute): boolean => status.startsWith('warning_')

export const saveEvidence = async (
  objects: AccountObjects,
  dispute: Stored<SandboxDispute>,
  { evidence, isSubmitted }: EvidenceChange,
): Promise<DisputeState> => {
  const { data } = dispute
  if (!data.status.endsWith('needs_response')) throw new ProcessorFault('refused', 'The dispute takes no evidence.')
  const merged = Object.fromEntries(Object.entries({ ...data.evidence, ...evidence }).filter(([, text]) => text !== ''))
  const next: SandboxDispute = {
    ...data,
    evidence: merged,
    ...(isSubmitted && {
      submissionCount: data.submissionCount + 1,
      status: isInquiry(data) ? 'warning_under_review' : 'under_review',
    }),
  }
  await objects.save(dispute, next)
  await objects.emit('dispute', dispute.uid)
  return readDisputeState(objects, { ...dispute, data: next })
}

/** Closes an inquiry whose charge was refunded whole: nothing is left that the bank could withdraw. */
export const closeInquiries = async (objects: AccountObjects, charge: string): Promise<void> => {
  for (const dispute of await objects.list<SandboxDispute>('dispute', charge)) {
    const { data } = dispute
    if (!isInquiry(data) || data.status === 'warning_closed') continue
    await objects.save(dispute, { ...data, status: 'warning_closed' })
    await objects.emit('dispute', dispute.uid)
  }
}

/** Decides a dispute on a banking day. The amount and the fee of one that is won come back. */
export const reviewDispute = async (objects: AccountObjects, dispute: Stored<SandboxDispute>): Promise<void> => {
  const { data } = dispute
  const status = reviewStatus(data, objects.now)
  if (status === data.status) return
  await objects.save(dispute, { ...data, status })
  if (status === 'won') {
    const { cents, currencyCode } = data
    const description = 'Dispute won'
    await move(objects, dispute.uid, {
      ...({ type: 'DisputeReversal', cents, feeCents: -DISPUTE_FEE_CENTS } as const),
      currencyCode,
      description,
    })
  }
  await objects.emit('dispute', dispute.uid)
}

export const readDisputeState = async (
  objects: AccountObjects,
  dispute: Stored<SandboxDispute>,
): Promise<DisputeState> => {
  const { uid, parentUid, data } = dispute
  const charge = await objects.find<SandboxCharge>('charge', parentUid ?? '')
  return {
    uid,
    charge: parentUid ?? '',
    ...data,
    isChargeRefundable: isInquiry(data) && charge !== null && charge.data.capturedCents > charge.data.refundedCents,
    openedAt: new Date(data.openedAt),
    dueBy: data.status.endsWith('needs_response') ? new Date(data.dueBy) : null,
    movements: await listMovements(objects, uid),
    raw: { id: uid, charge: parentUid, ...data },
  }
}
