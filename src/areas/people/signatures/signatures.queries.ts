import { notFound } from '#kernel/errors/problem'
import { readPage } from '#kernel/listing/page'
import { type ListInput, parseListRequest } from '#kernel/listing/request'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import { Prisma, type Signature } from '#prisma/client'
import { signatureListing } from './signatures.listing.ts'

/** Narrows to the caller's own: a signature of anybody else does not exist for them. */
export const ownSignatures = ({ db, actor }: Scope) => ({ tenantId: db.tenantId, owner: actorName(actor) })

/** One signature of the caller's; 404 where there is none, whoever else may have it. */
export const getSignature = async (scope: Scope, id: number): Promise<Signature> => {
  const signature = await scope.db.prisma.signature.findFirst({ where: { ...ownSignatures(scope), id } })
  if (!signature) throw notFound('signature')
  return signature
}

/** All of the caller's, by name. */
export const listSignatures = (scope: Scope): Promise<Signature[]> =>
  scope.db.prisma.signature.findMany({ where: ownSignatures(scope), orderBy: [{ name: 'asc' }, { id: 'asc' }] })

const columns = (user: string | null) =>
  Prisma.sql`own.id AS "SignatureId", own.name AS "Name", ${user}::text AS "User"`

/** A page of the caller's as a JSON array of list rows; `user` is how the caller is called. */
export const pageOfSignatures = async (scope: Scope, input: ListInput, user: string | null): Promise<string> => {
  const listing = signatureListing(scope)
  const { results } = await readPage(scope, listing, parseListRequest(listing, input), columns(user))
  return results
}
