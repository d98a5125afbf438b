import type { ManageSignatureDialog, SignatureEdit, SignatureListItem } from '#contract/people/signatures'
import type { IntLookupChoice } from '#contract/shared'
import type { Signature } from '#prisma/client'

export const presentSignature = (signature: Signature): SignatureEdit => ({
  SignatureId: signature.id,
  Name: signature.name,
  ContactId: signature.contactId === null ? null : String(signature.contactId),
  SignatureHtml: signature.html,
})

/** `user` is how the owner is called: all signatures that a caller sees are the caller's own. */
export const presentListItem = (
  { id, name }: Pick<Signature, 'id' | 'name'>,
  user: string | null,
): SignatureListItem => ({
  SignatureId: id,
  Name: name,
  User: user,
})

export const presentDialog = (signatures: Signature[], user: string | null): ManageSignatureDialog => ({
  Signatures: signatures.map((signature) => presentListItem(signature, user)),
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
