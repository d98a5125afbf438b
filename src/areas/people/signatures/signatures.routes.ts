import type { FastifyPluginAsync } from 'fastify'
import type { SignatureEdit } from '#contract/people/signatures'
import { operations, type SignatureFilterInput } from '#contract/people/signatures'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveLookup, serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { readRows, sendRow, sendRows } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Signature } from '#prisma/client'
import { readActorDisplayName } from '#services/auth/actor-display'
import { signatureList } from './signatures.listing.ts'
import { getSignature, listSignatures } from './signatures.queries.ts'
import { deleteSignature, saveSignature } from './signatures.service.ts'

const presentSignature = (signature: Signature): SignatureEdit => ({
  SignatureId: signature.id,
  Name: signature.name,
  ContactId: signature.contactId === null ? null : String(signature.contactId),
  SignatureHtml: signature.html,
})

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'SignatureFilter#' }

/** Serves a login's own mail signatures. */
export const signatures: FastifyPluginAsync = async (app) => {
  serveRecord(
    app,
    operations.getSignature,
    (scope, { params }) => getSignature(scope, params.signatureid),
    presentSignature,
  )

  serve(app, operations.saveSignature, async (request, reply) => {
    const { scope, params, body } = request
    const { id, auditId } = await saveSignature(scope, params.signatureid, body, expectedIfMatch(request))
    sendVersion(reply, auditId)
    return sendSignatureRow(scope, id)
  })

  serveDelete(app, operations.deleteSignature, (scope, { params, expected }) =>
    deleteSignature(scope, params.signatureid, expected),
  )

  serve(app, operations.listCurrentUserSignatures, async ({ scope }) =>
    (await listSignatures(scope)).map(presentSignature),
  )

  serve(app, operations.listSignatures, async (request) => {
    const filter = parseOptions<SignatureFilterInput>(request, request.query.options, FILTER)
    return sendRows(request.scope, await ownList(request.scope), parseListFields(filter, 'query:options/'))
  })

  serveLookup(app, operations.lookupSignatures, listSignatures)

  serve(
    app,
    operations.getManageSignatureDialog,
    async ({ scope }) => new JsonText(`{"Signatures":${await readRows(scope, await ownList(scope))}}`),
  )
}

const ownList = async (scope: Scope) => signatureList(scope, await readActorDisplayName(scope))

const sendSignatureRow = async (scope: Scope, id: number): Promise<JsonText> => {
  return sendRow(scope, await ownList(scope), id, 'signature')
}
