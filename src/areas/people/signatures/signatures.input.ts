import type { SignatureEditInput } from '#contract/people/signatures'
import { badInput } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Signature } from '#prisma/client'
import { cleanField } from '#services/html/clean-fields'

const MAX_CHARACTERS = 100_000

export type SignatureData = Pick<Signature, 'name' | 'html' | 'contactId'>

/** A request whose HTML is sanitized. */
type CleanInput = Omit<SignatureEditInput, 'SignatureHtml'> & { cleanHtml: string | undefined }

/** Sanitizes the HTML of a request, before the transaction. @throws 400. */
export const cleanSignature = async (scope: Scope, input: SignatureEditInput): Promise<CleanInput> => ({
  ...input,
  cleanHtml: await cleanField(scope, '/SignatureHtml', input.SignatureHtml),
})

/**
 * Parses a signature. A field that is left out keeps its value; a new signature needs a name, and belongs to the
 * contact of the caller's login.
 *
 * @throws 400 naming the field.
 */
export const parseSignature = (scope: Scope, input: CleanInput, current: Signature | null): SignatureData => ({
  name: parseName(input, current),
  html: parseHtml(input, current),
  contactId: parseContactId(scope, input, current),
})

const parseName = ({ Name }: CleanInput, current: Signature | null): string => {
  if (Name === undefined && current) return current.name
  if (Name === undefined) throw badInput('/Name', 'is required')
  const name = Name?.trim()
  if (!name) throw badInput('/Name', 'must not be blank')
  return name
}

const parseHtml = ({ cleanHtml: html }: CleanInput, current: Signature | null): string => {
  if (html === undefined) return current?.html ?? ''
  if (html.length > MAX_CHARACTERS)
    throw badInput('/SignatureHtml', `must have at most ${MAX_CHARACTERS} characters after it is sanitized`)
  return html
}

const parseContactId = ({ actor }: Scope, { ContactId }: CleanInput, current: Signature | null) => {
  if (ContactId !== undefined) return Number(ContactId || 0) || null
  if (current) return current.contactId
  return actor.kind === 'login' ? actor.contactId : null
}
