import type { SignatureEdit } from '#contract/people/signatures'
import type { IntLookupChoice } from '#contract/shared'
import type { Signature } from '#prisma/client'

export const presentSignature = (signature: Signature): SignatureEdit => ({
  SignatureId: signature.id,
  Name: signature.name,
  ContactId: signature.contactId === null ? null : String(signature.contactId),
  SignatureHtml: signature.html,
})

export const presentChoice = (signature: Signature, index: number): IntLookupChoice => ({
  Id: signature.id,
  Name: signature.name,
  ExtraData: null,
  CssColor: null,
  IsSelected: false,
  IsDeleted: false,
  Order: index + 1,
})
