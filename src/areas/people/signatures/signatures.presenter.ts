import type { SignatureEdit } from '#contract/people/signatures'
import type { Signature } from '#prisma/client'

export const presentSignature = (signature: Signature): SignatureEdit => ({
  SignatureId: signature.id,
  Name: signature.name,
  ContactId: signature.contactId === null ? null : String(signature.contactId),
  SignatureHtml: signature.html,
})
