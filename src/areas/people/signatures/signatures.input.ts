import type { SignatureEditInput } from '#contract/people/signatures'
import { badInput } from '#kernel/errors/problem'
import { cleanHtml } from '#kernel/html/clean-html'
import type { Scope } from '#kernel/tenancy/scope'
import type { Signature } from '#prisma/client'

const MAX_CHARACTERS = 100_000

export type SignatureData = Pick<Signature, 'name' | 'html' | 'contactId'>

/**
 * Parses a signature. A field that is left out keeps its value; a new signature needs a name, and belongs to the
 * contact of the caller's login.
 *
 * @throws 400 naming the field.
 */
export const parseSignature = (scope: Scope, input: SignatureEditInput, current: Signature | null): SignatureData => ({
  name: parseName(input, current),
  html: parseHtml(input, current),
  contactId: parseContactId(scope, input, current),
})

const parseName = ({ Name }: SignatureEditInput, current: Signature | null): string => {
  if (Name === undefined && current) return current.name
  if (Name === undefined) throw badInput('/Name', 'is required')
  const name = Name?.trim()
  if (!name) throw badInput('/Name', 'must not be blank')
  return name
}

const parseHtml = ({ SignatureHtml }: SignatureEditInput, current: Signature | null): string => {
  if (SignatureHtml === undefined) return current?.html ?? ''
  const html = cleanHtml(SignatureHtml ?? '')
  if (html.length > MAX_CHARACTERS)
    throw badInput('/SignatureHtml', `must have at most ${MAX_CHARACTERS} characters after it is sanitized`)
  return html
}

const parseContactId = ({ actor }: Scope, { ContactId }: SignatureEditInput, current: Signature | null) => {
  if (ContactId !== undefined) return Number(ContactId || 0) || null
  if (current) return current.contactId
  return actor.kind === 'login' ? actor.contactId : null
}
