import type { DisputeEdit, DisputeRow } from '#contract/finance/payment-processor'
import { ADMIN_SCOPE } from '#kernel/contract/scopes'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { ProcessorDisputeMessage, ProcessorFile } from '#prisma/client'
import { gatewayType } from '../accounts/accounts.queries.ts'
import { EVIDENCE_FIELDS, evidenceOfDispute, FILE_FIELDS } from './disputes.model.ts'
import type { ChargeDispute } from './disputes.queries.ts'

export const presentDisputeRow = (dispute: ChargeDispute): DisputeRow => ({
  EPaymentTransactionId: dispute.chargeId,
  TransactionUID: dispute.charge.uid,
  Amount: dispute.amount.toNumber(),
  ContactName: nameOf(dispute.charge.contact),
  GatewayName: dispute.charge.account.gateway.name,
  ChargeDate: dispute.charge.createdAt.toISOString(),
  DisputeDate: dispute.openedAt.toISOString(),
  Status: dispute.status as DisputeRow['Status'],
})

const nameOf = (contact: ChargeDispute['charge']['contact']): string | null =>
  contact?.deletedAt === null ? contact.displayName : null

export const presentDispute = (
  scope: Scope,
  dispute: ChargeDispute,
  messages: readonly ProcessorDisputeMessage[],
  files: readonly ProcessorFile[],
): DisputeEdit => {
  const row = presentDisputeRow(dispute)
  const evidence = evidenceOfDispute(dispute)
  const fields = Object.fromEntries(EVIDENCE_FIELDS.map((field) => [field, evidence.get(field) ?? null]))
  return {
    ...row,
    PaymentId: dispute.charge.payment?.id ?? 0,
    PaymentGatewayTypeId: String(gatewayType(dispute.charge.account.gateway)),
    DisputeId: dispute.uid,
    Amount: dispute.amount.toFixed(2),
    DueBy: dispute.dueBy?.toISOString() ?? null,
    Reason: dispute.reason,
    DisputeRawData: hasGrant(scope, ADMIN_SCOPE) ? JSON.stringify(dispute.raw) : null,
    DisputeInfo: {
      CurrencyCode: dispute.currencyCode,
      NetworkReasonCode: dispute.networkReasonCode,
      IsChargeRefundable: dispute.isChargeRefundable,
      HasEvidence: evidence.size > 0,
      SubmissionCount: dispute.submissionCount,
      IsPastDue: dispute.submissionCount === 0 && dispute.dueBy !== null && dispute.dueBy < scope.clock.now(),
      FeeAmount: dispute.feeAmount.toNumber(),
    },
    Messages: messages.map(({ at, author, authorName, text }) => ({
      Date: at.toISOString(),
      Author: author as 'Staff',
      AuthorName: authorName,
      Text: text,
    })),
    Documents: FILE_FIELDS.flatMap((field) => {
      const file = files.find(({ uid }) => uid === evidence.get(field))
      return file ? [presentDocument(field, file)] : []
    }),
    ...(fields as Pick<DisputeEdit, (typeof EVIDENCE_FIELDS)[number]>),
  }
}

const presentDocument = (field: string, file: ProcessorFile) => ({
  FileId: file.uid,
  Field: field,
  FileName: file.name,
  ContentType: file.contentType,
  Size: file.size,
  CreatedDate: file.createdAt.toISOString(),
})
